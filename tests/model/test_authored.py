"""What a person wrote: goals and configurations are read strictly."""

import pytest
from hypothesis import given

from planproof.model import Config, ConfigError, Goal, GoalError, read_config, read_goal
from planproof.model.limits import MAX_INT
from tests.model.samples import values

GOAL: dict[str, object] = {
    "id": "g",
    "description": "Drop the table",
    "acceptance": [{"id": "gone", "text": "it is gone"}],
    "constraints": {
        "tools": ["psql"],
        "environment": "production",
        "budget": {"revisions": 3, "calls": 10, "tokens": 1000, "usd": 1.5},
        "window": {"start": "2026-09-02T00:00:00Z", "end": "2026-09-02T04:00:00+02:00", "zone": "UTC"},
        "time": "tonight",
        "protected": ["db.ledger*"],
        "given": [
            {
                "fact": "quiet",
                "description": "no readers",
                "probe": {"kind": "sql", "query": "q", "expected": "0"},
                "probed_at": "2026-09-01T00:00:00Z",
            }
        ],
    },
    "resources": [{"id": "orders", "kind": "table", "aliases": ["o"]}],
    "accepts": [{"resource": "orders", "effect": "destroy", "by": "ada", "reason": "unused", "may_return": False}],
    "effects": [
        {"pattern": "tidy *", "effect": "modify", "reversibility": "reversible", "inverse": "untidy", "by": "ada"}
    ],
    "waivers": [{"rule": "VER001", "scope": "a*", "reason": "r", "by": "ada", "expires": "2026-10-01T00:00:00Z"}],
    "reviewed": [{"sha256": "0" * 64, "effect": "modify", "reversibility": "reversible", "by": "ada"}],
    "posture": "strict",
    "replan_policy": "abort",
    "approval_ttl": "PT1H",
    "metadata": {"team": {"nested": [1, None]}},
}


def problems(value: object) -> list[str]:
    with pytest.raises(GoalError) as caught:
        read_goal(value)
    return [line.strip() for line in str(caught.value).splitlines()[1:]]


def test_a_goal_that_uses_every_field_is_read() -> None:
    goal, notes = read_goal(GOAL)
    assert notes == ()
    assert set(goal.model_fields_set) == set(Goal.model_fields)
    assert goal.constraints.budget.usd == 1.5


def test_plannercritic_s_names_are_read() -> None:
    goal, notes = read_goal(
        {
            "id": "g",
            "description": "d",
            "constraints": {
                "budget": {"max_tokens": None, "max_calls": 4, "max_revisions": 2},
                "time": None,
                "environment": None,
                "tools": [],
            },
            "risk_tolerance": "balanced",
            "replan_policy": "patch",
            "approval_ttl": None,
            "metadata": {},
        }
    )
    assert notes == ()
    assert goal.posture == "balanced"
    assert (goal.constraints.budget.calls, goal.constraints.budget.revisions) == (4, 2)


def test_a_key_that_resembles_none_of_ours_is_noted() -> None:
    goal, notes = read_goal({**GOAL, "steps": [1], "constraints": {"tools": ["psql"], "hooks": ["a"]}})
    assert goal.constraints.tools == ("psql",)
    assert [(note.kind, note.path, note.value) for note in notes] == [
        ("unknown_field", "constraints.hooks", "['a']"),
        ("unknown_field", "steps", "[1]"),
    ]


def test_an_unknown_key_in_a_list_is_noted_with_its_place() -> None:
    goal, notes = read_goal({"id": "g", "acceptance": [{"id": "a"}, {"id": "b", "weight": 2}]})
    assert [criterion.id for criterion in goal.acceptance] == ["a", "b"]
    assert [note.path for note in notes] == ["acceptance.1.weight"]


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        ({"risk_tolerence": "strict"}, "risk_tolerence: unknown; did you mean 'risk_tolerance'?"),
        ({"postur": "strict"}, "postur: unknown; did you mean 'posture'?"),
        ({"risk_tolerance": "permissive"}, "risk_tolerance: given under another name as well; keep one"),
        ({"posture": "Strict"}, "posture: 'Strict' does not fit: write 'strict', 'balanced' or 'permissive'"),
        ({"id": ""}, "id: '' does not fit: write at least one character"),
        ({"id": 7}, "id: 7 does not fit: write a text"),
        ({"acceptance": {"id": "a"}}, "acceptance: {'id': 'a'} does not fit: write a list"),
        ({"acceptance": ["a"]}, "acceptance.0: 'a' does not fit: write an object"),
        ({"accepts": [{"resource": "x", "by": "ada"}]}, "accepts.0.reason: missing; add it"),
        ({"accepts": [{"resource": "x", "by": "a", "reason": "r", "may_return": "no"}]},
         "accepts.0.may_return: 'no' does not fit: write true or false"),
        ({"accepts": [{"resource": "x", "by": "a", "reason": "r", "expire": "x"}]},
         "accepts.0.expire: unknown; did you mean 'expires'?"),
        ({"waivers": [{"rule": "X", "reason": "r", "by": "a", "expires": "2026-10-01"}]},
         "waivers.0.expires: '2026-10-01' does not fit: add the zone, as in '2026-09-02T00:00:00Z'"),
        ({"waivers": [{"rule": "X", "reason": "r", "by": "a", "expires": "1790000000"}]},
         "waivers.0.expires: '1790000000' does not fit: '1790000000' is not a time: write ISO 8601 with a zone, as in "
         "'2026-09-02T00:00:00Z'"),
        ({"constraints": {"budget": {"usd": "1.5"}}},
         "constraints.budget.usd: '1.5' does not fit: it should be a valid number"),
        ({"constraints": {"budget": {"usd": -1}}},
         "constraints.budget.usd: -1 does not fit: it should be greater than or equal to 0"),
        ({"constraints": {"budget": {"calls": MAX_INT + 1}}},
         "constraints.budget.calls: 9007199254740992 does not fit: it should be less than or equal to "
         "9007199254740991"),
        ({"constraints": {"window": {"start": "2026-09-02T04:00:00Z", "end": "2026-09-02T00:00:00Z"}}},
         "constraints.window: {'end': '2026-09-02T00:00:00Z', 'start': '2026-09-02T04:00:00Z'} does not fit: the "
         "window ends at '2026-09-02T00:00:00+00:00', not after its start; swap start and end"),
        ({"approval_ttl": "999999999w"},
         "approval_ttl: '999999999w' does not fit: '999999999w' is longer than any plan can wait: write a shorter "
         "duration"),
        ({"approval_ttl": True},
         "approval_ttl: True does not fit: True is not a duration: write seconds or ISO 8601, as in 'PT5M'"),
        ({"approval_ttl": -5},
         "approval_ttl: -5 does not fit: nothing lasts less than no time: write a duration that is not negative"),
        ({"metadata": []}, "metadata: [] does not fit: write an object"),
    ],
)  # fmt: skip
def test_each_problem_names_the_place_the_value_and_what_to_do(change: dict[str, object], problem: str) -> None:
    assert problems({**GOAL, **change}) == [problem]


def test_all_problems_are_named_at_once() -> None:
    value: dict[str, object] = {"posture": "lax", "constraint": {}, "acceptance": [{}], "mascot": "owl"}
    found = problems(value)
    assert [line.split(":")[0] for line in found] == ["id", "acceptance.0.id", "posture", "constraint"]


@pytest.mark.parametrize("value", [None, [], "goal", 3])
def test_what_is_no_object_is_no_goal(value: object) -> None:
    assert problems(value) == [f"{value!r} is no goal: write an object"]


def test_a_flood_of_problems_is_counted() -> None:
    found = problems({"id": "g", **{f"posture{i}": i for i in range(60)}})
    assert len(found) == 51
    assert found[-1] == "and 10 more"
    assert problems({"id": "g", "metadata": {str(i): i for i in range(60_000)}}) == [
        "more than 50,000 values: no goal needs them"
    ]


@pytest.mark.parametrize(
    ("text", "seconds"), [("90s", 90), ("5m", 300), ("5 min", 300), ("2h", 7200), ("PT5M", 300), (90, 90), (0.5, 0.5)]
)
def test_durations_may_be_short(text: object, seconds: float) -> None:
    ttl = read_goal({"id": "g", "approval_ttl": text})[0].approval_ttl
    assert ttl is not None
    assert ttl.total_seconds() == seconds


def test_a_configuration_is_read() -> None:
    assert read_config({}) == Config()
    config = read_config(
        {
            "posture": "balanced",
            "select": ["ORD", "VER001"],
            "ignore": [{"rule": "TRC001", "reason": "no criteria here"}],
            "overrides": [{"rules": ["ROL"], "severity": "warning", "reason": "r", "environment": "sandbox*"}],
        }
    )
    assert config.select == ("ORD", "VER001")
    assert config.overrides[0].environment == "sandbox*"


@pytest.mark.parametrize(
    ("value", "problem"),
    [
        ({"selct": []}, "selct: unknown; did you mean 'select'?"),
        ({"mascot": 1}, "mascot: unknown; remove it"),
        ({"select": ["ord"]}, "select.0: 'ord' does not fit: it should match pattern"),
        ({"ignore": ["ORD"]}, "ignore.0: 'ORD' does not fit: write an object"),
        ({"ignore": [{"rule": "ORD"}]}, "ignore.0.reason: missing; add it"),
        ([], "[] is no config: write an object"),
    ],
)
def test_everything_off_in_a_configuration_is_an_error(value: object, problem: str) -> None:
    with pytest.raises(ConfigError) as caught:
        read_config(value)
    assert problem in str(caught.value)


@given(values)
def test_any_value_is_a_goal_or_an_error(value: object) -> None:
    for read in (read_goal, read_config):
        problem = "does not fit its schema:\n"
        try:
            read(value)
        except (GoalError, ConfigError) as error:
            problem = str(error)
        assert "does not fit its schema:\n" in problem
