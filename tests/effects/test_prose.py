"""The lexicon: what fires, what does not, and that no text takes a suggestion away."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from planproof.effects.prose import access_of_action, suggest
from planproof.model.plan import Command, Task
from tests.strategies import sentences

FINAL = ("destroy", "irreversible")


def parts(**fields: object) -> set[tuple[str, str]]:
    """What the words of a step with these fields suggest."""
    said = suggest(Task.model_validate({"id": "t", **fields}))
    return set(said.parts) if said is not None else set()


@pytest.mark.parametrize(
    "text",
    [
        "Drop the users table",
        "DROP TABLE users CASCADE on the production database",
        "Drops the users table",
        "Then drop the old and no longer read tables",
        "Delete all rows of customers that opted out",
        "Permanently erase customer data",
        "Wipe the old disks",
        "Purge secrets from Vault",
        "TRUNCATE country_map",
        "DELETE FROM carts",
        "Tear down the old cluster",
        "Decommission the on-prem datacenter",
        "Retire the Oracle database",
        "Remove the legacy_orders table",
        "Clean up the old snapshots",
        "Expire snapshots older than 7 days",
        "Get rid of the old volumes",
        "Free space by deleting old backups",
        "Reformat the disk",
        "Run 'rm -rf /' to reclaim disk space",
        "Force push the new history to main",
        "git push origin main --force",
        "terraform destroy",
        "Terminate both instances",
    ],
)
def test_words_that_destroy_for_good(text: str) -> None:
    assert FINAL in parts(description=text)


@pytest.mark.parametrize(
    "text",
    [
        "Restore the backdrop of the page that shows the users table",
        "Add a dropdown that lists all databases",
        "Replace Stripe Elements with Adyen's Drop-in component",
        "Add a drop-down to the users table",
        "Check the replication status for delete markers",
        "Format the report as a table",
        "Purge the CDN cache",
        "Flush the DNS cache",
        "Drop privileges of the worker process",
        "Truncate the log message to 80 characters",
        "Verify that the DNS records are removed",
        "Verify that no rows were deleted",
        "Remove the feature flag from the configuration",
        "Remove the user from the database group",
        "Review feedback before decommissioning the database",
        "Count the rows before dropping the table",
        "Clean the data and compute features",
        "Terminate idle database connections",
        "Remove the cluster autoscaler",
        "Delete the pods so that they start again",
        "Delete the old DNS records",
        "Drop the temporary table",
        "Drop the index on orders",
        "Configure audit logging for all deletions",
        "Set up deletion schedules for logs",
        "Monitor for a drop in traffic volume",
        "Enable delete protection on the database",
        "Detach the volume and attach it to node b",
        "Drop the flag. The users table stays",
    ],
)
def test_words_that_do_not(text: str) -> None:
    assert FINAL not in parts(description=text)


@pytest.mark.parametrize(
    ("text", "kind", "undo"),
    [
        ("Delete the pods so that they start again", "destroy", "compensable"),
        ("Purge the CDN cache", "destroy", "compensable"),
        ("Delete the old DNS records", "destroy", "compensable"),
        ("Rotate all signing keys", "rotate", "compensable"),
        ("Revoke the leaked token", "rotate", "compensable"),
        ("Shift 10% of traffic to the canary", "shift", "reversible"),
        ("Cut over reads to the new primary", "shift", "reversible"),
        ("Execute the cutover", "shift", "reversible"),
        ("Promote the us-west-2 read replica", "shift", "compensable"),
        ("Drain worker node A", "shift", "reversible"),
        ("Overwrite the rows with the new codes", "modify", "irreversible"),
        ("Rewrite the status column", "modify", "irreversible"),
    ],
)
def test_milder_words(text: str, kind: str, undo: str) -> None:
    said = suggest(Task(id="t", description=text))
    assert said is not None
    assert (said.kind, said.reversibility) == (kind, undo)


@pytest.mark.parametrize(
    "text",
    [
        "Dr\u200bop the users ta\u200bble",
        "Drop\u200bthe\u200busers\u200btable",
        "\uff24\uff32\uff2f\uff30 \uff34\uff21\uff22\uff2c\uff25 users",
        "D\u0301rop the users table",
        "dr\x00op the users table",
        "Drop\u00a0the\u2003users\u2028table",
        "\u202eDrop the users table\u202c",
    ],
)
def test_hidden_characters_hide_nothing(text: str) -> None:
    assert FINAL in parts(description=text)


@pytest.mark.parametrize(
    ("action", "target", "undo"),
    [
        ("drop", "users", "irreversible"),
        ("drop_table", "users", "irreversible"),
        ("dropTable", "users", "irreversible"),
        ("delete", "", "irreversible"),
        ("purge", "CDN cache", "compensable"),
        ("delete", "old pods", "compensable"),
        ("drop_index", "orders", "compensable"),
        ("delete", "cached pages", "compensable"),
        ("delete", "cached-users-db", "compensable"),
        ("retire", "old cluster", "irreversible"),
        ("retire", "cluster-autoscaler", "compensable"),
        ("decommission", "Kafka", "irreversible"),
        ("decommission", "Kafka consumer", "compensable"),
        ("remove", "table.orders", "irreversible"),
        ("remove", "pvc/data-0", "irreversible"),
        ("remove_old_records", "dns_records", "compensable"),
        ("tear down", "staging namespace", "irreversible"),
    ],
)
def test_an_action_takes_its_target_as_object(action: str, target: str, undo: str) -> None:
    said = suggest(Task(id="t", action=action, target=target))
    assert said is not None
    assert (said.kind, said.reversibility) == ("destroy", undo)


def test_a_weak_verb_says_nothing_of_a_step_that_declares_its_effect() -> None:
    assert parts(action="remove", target="services/search") == {("destroy", "compensable")}
    assert parts(action="remove", target="services/search", effect="modify") == set()
    assert parts(action="remove", target="table.orders", effect="modify") == {FINAL}


def test_who_steers_traffic_shifts_it() -> None:
    assert ("shift", "reversible") in parts(action="update-traffic", target="VirtualService")
    assert ("shift", "reversible") in parts(action="update", target="traffic routing")
    assert parts(action="update", target="routing table") == {("modify", "reversible")}


def test_a_mild_verb_speaks_where_nothing_is_declared_to_change() -> None:
    assert parts(action="update") == {("modify", "reversible")}
    assert parts(action="update", effect="observe") == {("modify", "reversible")}
    assert parts(action="update", effect="create") == set()
    assert parts(action="cutover", effect="create") == {("shift", "reversible")}


def test_a_check_of_a_change_is_a_check() -> None:
    assert parts(action="check_failover") == {("observe", "read_only")}
    assert parts(action="check_and_update") == {("observe", "read_only"), ("modify", "reversible")}
    assert FINAL in parts(action="verify_delete", target="users")


@pytest.mark.parametrize(
    "run",
    [
        "psql -d shop -c 'TRUNCATE legacy_orders'",
        'psql -c "DROP TABLE IF EXISTS users"',
        "mysql -e 'delete from carts where 1=1'",
        "redis-cli -h cache-1 flushall",
        "dropdb shop",
        "mkfs.ext4 /dev/sdb1",
        "dd if=/dev/zero of=/dev/sda bs=1M",
        "terraform -chdir=core destroy -auto-approve",
        "aws s3 rb s3://logs --force",
        "aws dynamodb delete-table --table-name sessions",
        "aws ec2 terminate-instances --instance-ids i-0",
        "gcloud sql databases delete reporting --instance=orders",
        "kubectl -n fin delete pvc data-0",
        "kafka-topics.sh --delete --topic orders",
        "git push --force origin HEAD~3:main",
        "git push origin main -f",
        "rm -rf /var/lib/mysql",
    ],
)
def test_commands_that_destroy(run: str) -> None:
    assert FINAL in parts(commands=[run])


@pytest.mark.parametrize(
    "run",
    [
        "kubectl wait --for=delete pod -l app=inventory",
        "pg_dump -Fc -t orders -f orders.dump shop",
        'curl -d \'{"delete_alias":{"alias_name":"help"}}\' http://qdrant/collections/aliases',
        "dd if=/dev/sda of=/dev/null",
        "psql -c 'select count(*) from dropped_tables'",
        "kubectl -n shop delete pod web-0",
        "helm uninstall fluentd",
        "git push origin main",
        "docker run --rm -it tools",
    ],
)
def test_commands_that_do_not_destroy_for_good(run: str) -> None:
    assert FINAL not in parts(commands=[run])


def test_the_value_of_an_option_is_no_verb() -> None:
    assert parts(commands=["kubectl wait --for=delete pod -l app=inventory"]) == set()
    assert parts(commands=["kubectl delete pod -l app=inventory"]) == {("destroy", "compensable")}


def test_only_the_commands_asked_for_count() -> None:
    task = Task(id="t", commands=(Command(run="dropdb shop"), Command(run="ls")))
    assert suggest(task, ["ls"]) is None
    said = suggest(task)
    assert said is not None
    assert said.field == "commands"


def test_the_words_are_quoted_as_written() -> None:
    said = suggest(Task(id="t", action="tidy", description="First DROP the Users\ttable, then rest"))
    assert said is not None
    assert (said.field, said.words) == ("description", "DROP the Users\ttable")


def test_the_worst_words_are_quoted_and_each_part_is_kept() -> None:
    said = suggest(Task(id="t", action="drain", target="node-a", description="Drain node A and delete the pods"))
    assert said is not None
    assert (said.kind, said.reversibility, said.words) == ("destroy", "compensable", "delete the pods")
    assert set(said.parts) == {("shift", "reversible"), ("destroy", "compensable")}


@pytest.mark.parametrize(
    ("action", "access"),
    [
        ("update", {"write"}),
        ("drop", {"destroy"}),
        ("retire", {"destroy"}),
        ("drop_column", {"write"}),
        ("retire_database", {"destroy"}),
        ("backup", {"read"}),
        ("notify", {"read"}),
        ("check", {"read"}),
        ("clean up", {"destroy"}),
        ("identify and revert", {"read", "write"}),
        ("make_coffee", set[str]()),
        ("", set[str]()),
    ],
)
def test_access_of_action(action: str, access: set[str]) -> None:
    assert access_of_action(Task(id="t", action=action, target="x")) == access


# -- no text takes a suggestion away ---------------------------------------------------------------------------

TEXTS = st.sampled_from(
    [
        "Drop the users table",
        "Delete the pods and drain the node",
        "TRUNCATE orders",
        "Rotate the key by deleting the old secret",
        "Clean up the backups",
        "Dr\u200bop the table",
        "Cut over traffic",
        "rm -rf /data",
        "drop-in for the on-prem database",
    ]
)
ACTIONS = st.sampled_from(
    ["drop", "remove", "check_failover", "dropTable", "tear down", "update", "backup", "Delete", "cut"]
)
TARGETS = st.sampled_from(["users", "CDN cache", "table.orders", "old cluster", "", "Kafka"])
GAPS = st.sampled_from([" ", "\n", ". ", ", "])
FRAGMENTS = st.sampled_from(
    [
        "never",
        "do not",
        "verify that nobody did",
        "the temporary",
        "of the CDN cache",
        "connection pool",
        "by",
        "=",
        "-in",
        "over",
        "up",
        "_index",
        "\u200b",
        "\u0301",
        "before",
    ]
)


@given(TEXTS, ACTIONS, TARGETS, sentences() | FRAGMENTS, GAPS, st.sampled_from(["before", "after"]), st.booleans())
def test_text_takes_no_suggestion_away(
    text: str, action: str, target: str, added: str, gap: str, where: str, to_action: bool
) -> None:
    def put(old: str) -> str:
        return f"{added}{gap}{old}" if where == "before" else f"{old}{gap}{added}"

    for effect in (None, "observe", "modify"):
        plain = {"description": text, "action": action, "target": target, "effect": effect}
        field = "action" if to_action else "description"
        more = {**plain, field: put(action if to_action else text)}
        assert parts(**plain) <= parts(**more)
        before = access_of_action(Task.model_validate({"id": "t", **plain}))
        assert before <= access_of_action(Task.model_validate({"id": "t", **more}))


@given(st.text(), st.text())
def test_any_text_is_read(action: str, description: str) -> None:
    suggest(Task(id="t", action=action, target=action, description=description, commands=(Command(run=description),)))
