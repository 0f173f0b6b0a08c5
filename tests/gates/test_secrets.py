"""RSK007 secret-in-plan: what is one, what is not, and that none is repeated."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from planproof.gates.risk import RULES
from planproof.gates.risk.secrets import redact, secrets_in
from planproof.model.finding import Finding
from tests.gates.bundles import brief, of_rule

Steps = list[dict[str, object]]


def told(code: str, steps: Steps, **plan: object) -> list[Finding]:
    return of_rule(code, {"plan": {"id": "p", "tasks": steps, **plan}}, RULES)


# Put together here, so that no scanner takes this file for a leak.
GITHUB = "ghp_" + "16C7e42F292c6912E7710c838347Ae178B4a"
FINE_GRAINED = "github_pat_" + "11ABCDEFG0aZ3kLmNoPq_rStUvWxYz0123456789"
AWS = "AKIA" + "2E0A8F3B244C9986".replace("0", "Q").replace("8", "R").replace("9", "S")
KEY = "-----BEGIN " + "PRIVATE KEY-----" + "MIIEvQIBADANBgkqhkiG9w0BAQEFAASC"
JWT = "eyJ" + "hbGciOiJIUzI1NiJ9" + ".eyJ" + "zdWIiOiIxMjM0NTY3ODkwIn0" + ".dozjgNryP4J3jVmNHl0w5N_XgL0n3I9P"
SLACK = "xoxb-" + "123456789012-abcdefABCDEF"


@pytest.mark.parametrize(
    ("text", "what"),
    [
        (f"GH_TOKEN={GITHUB} gh pr merge 881", "a GitHub token"),
        (f"git push https://ci-bot:{FINE_GRAINED}@github.com/acme/handbook.git", "a GitHub token"),
        (f"aws configure set aws_access_key_id {AWS}", "an AWS access key"),
        (f"printf '%s' '{KEY}' | gcloud secrets versions add k", "a private key"),
        (KEY.replace("-----MII", "-----\\nMII"), "a private key"),
        (KEY.replace("BEGIN ", "BEGIN RSA ").replace("-----MII", "-----\nMII"), "a private key"),
        (f"curl -H 'Authorization: Bearer {JWT}' http://api", "a signed token (JWT)"),
        (f"curl -d token={SLACK} slack.com", "a Slack token"),
        ("mysql://loader:Sup3r-Inv-2026@mysql-inv/inv", "a password in an address"),
        ("postgres://app:hunter22@db:5432/shop", "a password in an address"),
        ("redis://:s3cr3tpw@cache:6379", "a password in an address"),
    ],
)
def test_known_secrets(text: str, what: str) -> None:
    found = secrets_in(text)
    assert [s.what for s in found if s.known][:1] == [what]
    steps: Steps = [{"id": "t", "effect": "modify", "commands": [text]}]
    (finding,) = told("RSK007", steps)
    assert finding.severity == "blocker"
    leaked = text[found[0].start : found[0].end]
    assert leaked not in finding.model_dump_json()
    assert leaked not in redact(text)


LINES = [f"{k:02}" + "A1b2C3d4E5f6G7h8" * 3 for k in range(12)] + ["lastLine=="]
BEGIN, END = "-----BEGIN RSA " + "PRIVATE KEY-----", "-----END RSA " + "PRIVATE KEY-----"


@pytest.mark.parametrize("gap", ["\n", "\\n", "\n    ", '\\n" + "', '"\n"'])
@pytest.mark.parametrize("end", [END, ""])
@pytest.mark.parametrize("head", ["", f"Proc-Type: 4,ENCRYPTED{{}}DEK-Info: AES-128-CBC,{'0A' * 8}{{}}{{}}"])
def test_a_key_is_hidden_to_its_last_line(gap: str, end: str, head: str) -> None:
    gap = gap if end else "\n"
    key = gap.join([f"{BEGIN}{gap}{head.format(gap, gap, gap)}{LINES[0]}", *LINES[1:], end])
    text = f"umask 77; echo '{key}' > k; mysql --password=Sup3r-Inv-2026 -e 'select 1'"
    hidden = redact(text)
    assert not [line for line in LINES if line in hidden]
    assert [s.what for s in secrets_in(text)] == ["a private key", "a value that looks like a secret"]
    assert hidden.startswith("umask 77; echo '----…")
    assert hidden.endswith("> k; mysql --password=Sup… -e 'select 1'")
    (finding,) = told("RSK007", [{"id": "t", "effect": "modify", "commands": [text]}])
    assert not [line for line in LINES if line in finding.model_dump_json()]


def test_a_placeholder_behind_a_key_does_not_hide_it() -> None:
    assert secrets_in(f"{BEGIN}\n{LINES[0]}\nexample ***\n{END}")
    assert not secrets_in(f"{BEGIN}\nexampleKeyGoesHere000\n{LINES[0]}\n{END}")


@pytest.mark.parametrize("length", range(3, 40))
def test_at_most_a_quarter_of_a_secret_is_shown_and_nothing_of_a_short_one(length: int) -> None:
    password = ("q7Zr-Wb2" * 5)[:length]
    (found,) = secrets_in(f"redis://:{password}@cache")
    shown = found.masked.removesuffix("…")
    assert password.startswith(shown)
    assert len(shown) == (0 if length < 12 else min(4, length // 4))
    hidden = redact(f"redis://:{password}@cache")
    assert redact(hidden) == hidden


@pytest.mark.parametrize(
    "text",
    [
        "mysql --password=Sup3r-Inv-2026 -e 'select 1'",
        "PGPASSWORD='Sup3rInv2026' psql",
        "export API_KEY=aZ3kLmNoPqrS",
        'the token: "Tr0ub4dor-and-3"',
    ],
)
def test_likely_secrets(text: str) -> None:
    (finding,) = told("RSK007", [{"id": "t", "effect": "modify", "description": text}])
    assert finding.severity == "warning"
    assert "Sup3r-Inv" not in finding.model_dump_json()


@pytest.mark.parametrize(
    "text",
    [
        "mysql://loader@mysql-inv/inv",
        "mysql://loader:$DB_PASSWORD@mysql-inv/inv",
        "mysql://loader:${DB_PASSWORD}@mysql-inv/inv",
        "mysql://loader:<password>@mysql-inv/inv",
        "mysql://loader:{{ password }}@mysql-inv/inv",
        "mysql://loader:***@mysql-inv/inv",
        "mysql://loader:password@mysql-inv/inv",
        "mysql://loader:%s@mysql-inv/inv",
        "http://prom.internal:9090/api?at=now@1",
        "docker pull registry.internal:5000/app@sha256:abc",
        "aws configure set aws_access_key_id AKIAIOSFODNN7EXAMPLE",
        "grep -c -- '-----BEGIN PRIVATE KEY-----' key.pem",
        "gcloud secrets versions add ci-deploy-key --data-file=-",
        "aws secretsmanager get-secret-value --secret-id prod/db/orders",
        "kubectl get secret deployer-token -o yaml",
        "set password_encryption = scram-sha-256",
        "vault read -field=token secret/data/CI-9",
        "the password: at least twelve characters",
        "ghp_short",
        "secret: deployer-token-7x2k",
        "password=swordfish-alone",
        "password=SwordfishAlone",
        "password: /run/secrets/CI-9",
        "api-key=arn:aws:secretsmanager:eu-west-1:Key-9",
        "token=$(cat /run/secrets/Token-9)",
    ],
)
def test_what_stands_for_a_secret_is_none(text: str) -> None:
    assert not [s for s in secrets_in(text) if s.known]
    assert not told("RSK007", [{"id": "t", "effect": "modify", "commands": [text]}])


def test_every_text_of_the_plan_is_searched() -> None:
    text = f"see {GITHUB}"
    fields: Steps = [
        {"description": text},
        {"action": text},
        {"target": text},
        {"commands": [{"run": "ls", "on": f"host {GITHUB}"}]},
        {"preconditions": [{"fact": "f", "description": text}]},
        {"preconditions": [{"fact": "f", "probe": {"kind": "sql", "query": text, "expected": "1"}}]},
        *({"verification": {field: text}} for field in ("what", "how", "expected", "command")),
        {"verification": {"how": "x", "command": "ls", "expect": {"stdout": text}}},
        *({"rollback": {field: text}} for field in ("trigger", "action", "safety_guard", "restoration_evidence")),
        {"rollback": {"commands": [text]}},
    ]
    steps: Steps = [{"id": f"t{i}", "effect": "modify", **extra} for i, extra in enumerate(fields)]
    found = told("RSK007", steps)
    assert [f.subject.tasks for f in found] == [(f"t{i}",) for i in range(len(fields))]
    edges = told(
        "RSK007",
        [{"id": "a", "effect": "observe"}, {"id": "b", "effect": "observe"}],
        dependencies=[{"from_task": "a", "to_task": "b", "reason": text}],
        attachments=[{"path": "run.sh", "sha256": "0" * 64, "content": text}],
    )
    assert brief(edges) == ["blocker: a b", "blocker: run.sh"]


def test_several_secrets_of_a_step_are_one_finding() -> None:
    (finding,) = told(
        "RSK007", [{"id": "t", "effect": "modify", "description": GITHUB, "commands": [f"x {FINE_GRAINED}"]}]
    )
    assert "and 1 more" in finding.message
    assert len(finding.evidence) == 2


def test_no_message_repeats_a_secret_of_an_unknown_command() -> None:
    (finding,) = told("RSK003", [{"id": "t", "commands": [f"GH_TOKEN={GITHUB} ./tidy.sh"]}])
    assert GITHUB not in finding.message
    assert "./tidy.sh" in finding.message


@pytest.mark.parametrize(
    "part",
    ["eyJ", "eyJ-", "://a:", "password=", "ghp_", "-----BEGIN ", "sk-ant-", "a.eyJ", "-", "-token ", KEY, f"{KEY}\n"],
)
def test_hostile_texts_take_linear_time(part: str) -> None:
    # The pattern engine does not stop: a quadratic search of this size would run for minutes.
    assert len(secrets_in(part * (400_000 // len(part)))) < 400_000


@given(st.text(), st.text())
def test_redaction_leaves_what_is_no_secret(before: str, after: str) -> None:
    assert GITHUB not in redact(f"{before} {GITHUB} {after}")
    if not secrets_in(before):
        assert redact(before) == before
