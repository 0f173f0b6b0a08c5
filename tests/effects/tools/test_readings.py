"""What a call may mean: options that no table knows, abbreviations, groups that read like verbs, words that ask."""

from __future__ import annotations

import pytest

from planproof.effects import effect_of_command
from planproof.effects.sql.read import read_sql
from planproof.effects.tools.call import Args, Call, spelled_out
from planproof.effects.tools.registry import PROGRAMS
from planproof.effects.tools.tool import Tool, does
from planproof.model.plan import Command


def read(run: str) -> str:
    effect = effect_of_command(Command(run=run))
    return f"{effect.kind}/{effect.reversibility}"


@pytest.mark.parametrize(
    ("run", "expected"),
    [
        # The value of an option that the table does not know reads like a verb that looks.
        ("kubectl --new-option get delete pvc data", "destroy/irreversible"),
        ("oc --loglevel get delete pvc data", "destroy/irreversible"),
        ("docker -l ps volume rm data", "destroy/irreversible"),
        ("pulumi --color preview destroy --yes", "destroy/irreversible"),
        ("gsutil -i ls rm gs://b/k", "destroy/irreversible"),
        ("helm --color list uninstall web", "destroy/compensable"),
        ("helm --color get uninstall web", "unknown/unknown"),
        # It is a switch: what follows is the verb, and a name behind that is no verb.
        ("kubectl --new-switch get pods", "observe/read_only"),
        ("kubectl --new-option=get delete pvc data", "destroy/irreversible"),
        ("kubectl get pods --new-option delete", "observe/read_only"),
        ("kubectl get pods delete", "observe/read_only"),
        ("helm --debug list", "observe/read_only"),
        ("nodetool -u admin -pw status clearsnapshot --all", "destroy/irreversible"),
        ("gcloud --quiet sql instances list", "observe/read_only"),
    ],
)
def test_an_unknown_option_before_the_verb_counts_at_its_worst(run: str, expected: str) -> None:
    assert read(run) == expected


@pytest.mark.parametrize(
    ("run", "expected"),
    [
        ("git reset --har", "destroy/irreversible"),
        ("git push --mirr origin", "destroy/irreversible"),
        ("git checkout --forc main", "destroy/irreversible"),
        ("git switch --discard main", "destroy/irreversible"),
        ("git commit -m --har", "create/reversible"),
        ("sed --in-pl s/a/b/ f", "modify/irreversible"),
        ("sort --outp=f f", "modify/compensable"),
        ("date --se 2020-01-01", "modify/reversible"),
        ("rsync -a --dele a/ b/", "destroy/irreversible"),
        ("rsync -a --remove-source a b", "destroy/irreversible"),
        ("ansible all --module-n file --arg 'path=/data state=absent'", "destroy/irreversible"),
        ("curl --reque DELETE http://search:9200/orders", "destroy/irreversible"),
        ("journalctl --vacuum-siz=1M", "destroy/irreversible"),
        ("aws s3 sync . s3://b --del", "destroy/irreversible"),
        # `--` ends the options, and a whole option of another name is no abbreviation.
        ("aws s3api list-objects --bucket b --delimiter /", "observe/read_only"),
        ("sed --expression s/a/b/ f", "observe/read_only"),
    ],
)
def test_abbreviated_options_count_as_what_they_stand_for(run: str, expected: str) -> None:
    assert read(run) == expected


def test_the_first_of_several_options_that_an_abbreviation_may_mean_counts() -> None:
    assert spelled_out(("--forc", "--force-w=x"), ("--force", "--force-with-lease")) == (
        "--force",
        "--force-with-lease=x",
    )


@pytest.mark.parametrize(
    ("run", "expected"),
    [
        ("gcloud logging logs delete audit", "destroy/irreversible"),
        ("gcloud functions logs read f", "observe/read_only"),
        ("az netappfiles snapshot delete -n s", "destroy/irreversible"),
        ("az postgres flexible-server backup delete -n b", "destroy/irreversible"),
        ("az webapp config backup delete -b b", "destroy/irreversible"),
        ("az webapp log config --application-logging off", "modify/compensable"),
        ("az webapp log tail -n app", "observe/read_only"),
        ("az vm show -n delete", "observe/read_only"),
        ("openstack volume backup delete b", "destroy/irreversible"),
        ("openstack volume backup create v", "create/reversible"),
        ("hcloud server reboot delete", "shift/reversible"),
        # A group that looks says nothing of a verb in it that no table holds.
        ("git remote frobnicate origin", "unknown/unknown"),
        ("git remote -v", "observe/read_only"),
        ("git reflog main", "observe/read_only"),
        ("git flow feature finish a", "unknown/unknown"),
        ("eksctl anywhere delete cluster a", "unknown/unknown"),
        ("fly ext redis destroy a", "unknown/unknown"),
        ("cosign piv-tool reset", "unknown/unknown"),
    ],
)
def test_groups_and_verbs_are_told_apart(run: str, expected: str) -> None:
    assert read(run) == expected


@pytest.mark.parametrize(
    ("run", "expected"),
    [
        ("aws --profile help rds delete-db-cluster --db-cluster-identifier a --skip-final-snapshot", "destroy/irreversible"),
        ("aws rds delete-db-cluster help", "observe/read_only"),
        ("gcloud projects delete help", "destroy/reversible"),
        ("aws ec2 terminate-instances --instance-ids i --dry-run", "observe/read_only"),
        ("aws ec2 terminate-instances --instance-ids i --dry-run --no-dry-run", "destroy/irreversible"),
        ("kubectl exec -it db rm -rf /data", "destroy/irreversible"),
        ("kubectl delete pvc a --help", "observe/read_only"),
        ("kubectl delete pvc a --help=false", "destroy/irreversible"),
        ("kubectl exec db -n prod -c main ls -la", "observe/read_only"),
    ],
)  # fmt: skip
def test_words_that_ask_count_only_where_they_ask(run: str, expected: str) -> None:
    assert read(run) == expected


@pytest.mark.parametrize(
    ("run", "expected"),
    [
        ("aws cognito-idp admin-delete-user --user-pool-id p --username u", "destroy/irreversible"),
        ("aws cognito-idp admin-get-user --user-pool-id p --username u", "observe/read_only"),
        ("aws cloudcontrol delete-resource --type-name AWS::RDS::DBInstance --identifier a", "destroy/irreversible"),
        ("aws redshift-serverless delete-namespace --namespace-name a", "destroy/irreversible"),
        ("aws servicediscovery delete-namespace --id a", "destroy/compensable"),
        ("aws elasticbeanstalk rebuild-environment --environment-name a", "destroy/irreversible"),
        ("aws rds modify-db-instance --db-instance-identifier a --backup-retention-period 0", "destroy/irreversible"),
        ("aws rds modify-db-instance --db-instance-identifier a --backup-retention-period 7", "modify/compensable"),
        ("ceph tell osd.0 version", "observe/read_only"),
        ("ceph tell osd.0 injectargs x", "unknown/unknown"),
        ("rndc managed-keys destroy", "destroy/compensable"),
        ("cilium bpf ct list global", "observe/read_only"),
        ("cilium bpf ct flush global", "shift/compensable"),
        ("borg debug delete-obj repo id", "destroy/irreversible"),
        ("borg config repo append_only 0", "modify/reversible"),
        ("borg config --list repo", "observe/read_only"),
        ("patronictl query main -c 'DROP TABLE a'", "destroy/irreversible"),
        ("patronictl query main -c 'SELECT 1'", "observe/read_only"),
        ("podman unshare rm -rf /srv/a", "destroy/irreversible"),
        ("ip l s eth0 down", "shift/reversible"),
        ("ip a s eth0", "observe/read_only"),
        ("systemd-analyze log-level debug", "modify/reversible"),
        ("systemd-analyze log-level", "observe/read_only"),
        ("virsh blockjob vm vda", "observe/read_only"),
        ("virsh blockjob vm vda --abort", "shift/compensable"),
        ("gem sources --remove https://a", "modify/reversible"),
        ("gem sources --list", "observe/read_only"),
        ("docker compose wait web --down-project", "destroy/compensable"),
        ("mongosh --eval 'db.a.renameCollection(\"b\", true)'", "destroy/irreversible"),
        ("mongosh --eval 'db.a.renameCollection(\"b\")'", "modify/reversible"),
    ],
)
def test_verbs_that_only_seemed_to_look_or_to_be_undone(run: str, expected: str) -> None:
    assert read(run) == expected


@pytest.mark.parametrize(
    ("sql", "dialect", "expected"),
    [
        ("COPY (DELETE FROM a RETURNING *) TO STDOUT", "postgres", "destroy/irreversible"),
        ("COPY (SELECT * FROM a) TO STDOUT", "postgres", "observe/read_only"),
        ("COPY a FROM PROGRAM 'cat /tmp/a'", "postgres", "create/reversible"),
        ("SELECT query_to_xml('DELETE FROM a', true, true, '')", "postgres", "destroy/irreversible"),
        ("SELECT query_to_xml('SELECT 1', true, true, '')", "postgres", "observe/read_only"),
        ("REMOVE @stage/a", "snowflake", "destroy/irreversible"),
        ("DETACH TABLE a PERMANENTLY", "clickhouse", "modify/reversible"),
        ("DETACH DATABASE a", "sqlite", "observe/read_only"),
        ("VACUUM a RETAIN 0 HOURS", "", "destroy/irreversible"),
    ],
)
def test_statements_that_hide_a_change(sql: str, dialect: str, expected: str) -> None:
    effect = effect_of_command(Command(run=sql, shell="sql", dialect=dialect or None))
    assert f"{effect.kind}/{effect.reversibility}" == expected
    assert read_sql(sql, dialect)


def test_a_rehearsal_that_is_switched_off_again_is_none() -> None:
    tool = Tool(("t",), {"wipe": does("destroy", "irreversible")}, dry=frozenset({"--dry-run"}))
    assert tool.verb(Args(("wipe",)).operands) is not None
    for args, kind in ((("wipe", "--dry-run"), "observe"), (("wipe", "--dry-run", "--no-dry-run"), "destroy")):
        acts = tool.read(Call("t", args, " ".join(("t", *args))), None)  # pyright: ignore[reportArgumentType]
        assert acts is not None
        assert acts[0].kind == kind


def test_each_program_has_one_reader() -> None:
    names = [name for programs in PROGRAMS.values() for name in programs.split()]
    assert sorted({name for name in names if names.count(name) > 1}) == []
