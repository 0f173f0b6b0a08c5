"""aws, gcloud, az and their like: what their operations do, open and switch off."""

from __future__ import annotations

import pytest

from planproof.effects import effect_of_command
from planproof.effects.act import Act
from planproof.model.plan import Command


def acts(run: str) -> tuple[Act, ...]:
    return effect_of_command(Command(run=run)).acts


@pytest.mark.parametrize(
    ("run", "expected"),
    [
        # aws
        (
            "aws --region eu-west-1 ec2 describe-instances --filters Name=tag:x,Values=delete-snapshot",
            "observe/read_only",
        ),
        ("aws ec2 terminate-instances --instance-ids i-1 --dry-run", "observe/read_only"),
        ("aws rds delete-db-instance help", "observe/read_only"),
        ("aws s3 cp s3://b/k -", "observe/read_only"),
        ("aws s3 sync ./a s3://b --delete --dryrun", "observe/read_only"),
        ("aws rds wait db-snapshot-deleted --db-snapshot-identifier s", "observe/read_only"),
        ("aws ec2 terminate-instances --instance-ids i-1", "destroy/irreversible"),
        ("aws s3 sync ./a s3://b --delete", "destroy/irreversible"),
        ("aws s3 rb s3://b", "destroy/compensable"),
        ("aws s3 rb s3://b --force", "destroy/irreversible"),
        ("aws s3 cp dump.gz s3://b/dump.gz", "modify/irreversible"),
        ("aws s3 cp dump.gz s3://b/dump-2025-02-03.gz", "create/reversible"),
        (
            "aws rds delete-db-instance --db-instance-identifier o --final-db-snapshot-identifier s",
            "destroy/compensable",
        ),
        ("aws rds delete-db-instance --db-instance-identifier o --skip-final-snapshot", "destroy/irreversible"),
        ("aws rds modify-db-instance --db-instance-identifier o --engine-version 17", "modify/irreversible"),
        ("aws rds modify-db-instance --db-instance-identifier o --master-user-password x", "rotate/compensable"),
        ("aws secretsmanager delete-secret --secret-id s", "destroy/reversible"),
        ("aws secretsmanager delete-secret --secret-id s --force-delete-without-recovery", "destroy/irreversible"),
        ("aws ecs update-service --cluster c --service s --desired-count 0", "shift/reversible"),
        ("aws ecs update-service --cluster c --service s --task-definition t:5", "modify/reversible"),
        ("aws lambda invoke --function-name f out.json", "unknown/unknown"),
        (
            "aws ssm send-command --document-name AWS-RunShellScript --parameters 'commands=[\"git reset --hard\"]'",
            "destroy/irreversible",
        ),
        (
            "aws ssm send-command --document-name AWS-RunShellScript --parameters 'commands=[\"git status\"]'",
            "observe/read_only",
        ),
        ("aws ssm send-command --document-name Mine --parameters x=y", "unknown/unknown"),
        ("aws ec2 delete-security-group --group-id sg-1", "destroy/compensable"),
        ("aws kinesis delete-stream --stream-name s", "destroy/irreversible"),
        ("aws frob delete-everything", "destroy/irreversible"),
        ("aws ec2 frobnicate", "unknown/unknown"),
        # gcloud, gsutil, bq
        ("gcloud compute instances describe delete", "observe/read_only"),
        ("gcloud beta sql instances delete orders", "destroy/irreversible"),
        ("gcloud --project p compute instances delete list", "destroy/irreversible"),
        ("gcloud compute ssh web --command 'git reset --hard'", "destroy/irreversible"),
        ("gcloud pubsub subscriptions pull s", "modify/reversible"),
        ("gcloud pubsub subscriptions pull s --auto-ack", "destroy/irreversible"),
        ("gcloud secrets versions disable 3 --secret=s", "modify/reversible"),
        ("gcloud secrets versions destroy 3 --secret=s", "destroy/irreversible"),
        ("gcloud functions call f", "unknown/unknown"),
        ("gsutil rsync -d ./a gs://b", "destroy/irreversible"),
        ("gsutil rsync ./a gs://b", "modify/irreversible"),
        ("gcloud storage rm gs://b/k", "destroy/irreversible"),
        ("bq rm -t shop.events", "destroy/irreversible"),
        # az
        ("az vm deallocate -g rg -n vm1", "shift/reversible"),
        ("az keyvault secret delete --vault-name kv -n s", "destroy/reversible"),
        ("az keyvault secret purge --vault-name kv -n s", "destroy/irreversible"),
        ("az deployment group create -g rg --template-file m.bicep", "modify/compensable"),
        ("az deployment group create -g rg --template-file m.bicep --mode Complete", "destroy/irreversible"),
        (
            "az vm run-command invoke -n vm1 --command-id RunShellScript --scripts 'git clean -fd'",
            "destroy/irreversible",
        ),
        ("az rest --method delete --url https://management.azure.com/x/vaults/kv", "destroy/irreversible"),
        # smaller ones
        ("doctl compute droplet delete web --force", "destroy/irreversible"),
        ("hcloud server reboot delete", "shift/reversible"),
        ("linode-cli domains records-delete 1 2", "destroy/compensable"),
        ("heroku pg:reset -a app --confirm app", "destroy/irreversible"),
        ("heroku pg:info -a app", "observe/read_only"),
        ("heroku run ./x.sh -a app", "unknown/unknown"),
        ("flyctl ssh console -C 'git reset --hard' -a x", "destroy/irreversible"),
        ("vercel rollback", "modify/reversible"),
        ("wrangler kv key delete k", "destroy/irreversible"),
        ("gh repo delete acme/x --yes", "destroy/irreversible"),
        ("gh api repos/acme/x/issues", "observe/read_only"),
        ("gh api repos/acme/x/issues/1/comments -f body=hi", "notify/compensable"),
        ("gh api graphql -f query='query { viewer { login } }'", "observe/read_only"),
        ("gh api graphql -f query='mutation { deleteIssue(input: {}) { clientMutationId } }'", "unknown/unknown"),
        ("glab mr merge 4", "modify/reversible"),
        ("rclone copy a b:c --dry-run", "observe/read_only"),
        ("rclone sync a b:c --backup-dir b:old", "modify/reversible"),
        ("rclone move a b:c", "destroy/irreversible"),
        ("azcopy sync ./a 'https://st.blob.core.windows.net/c' --delete-destination=true", "destroy/irreversible"),
        (
            "azcopy sync ./a 'https://st.blob.core.windows.net/c' --delete-destination=true --dry-run",
            "observe/read_only",
        ),
        ("azcopy sync ./a 'https://st.blob.core.windows.net/c' --delete-destination=false", "modify/irreversible"),
        ("s3cmd del s3://b/k", "destroy/irreversible"),
        ("mc anonymous get local/b", "observe/read_only"),
        ("restic forget --keep-last 3 --prune --dry-run", "observe/read_only"),
        ("restic forget --keep-last 3", "destroy/irreversible"),
        ("borg extract -n repo::a", "observe/read_only"),
    ],
)
def test_kind_and_reversibility(run: str, expected: str) -> None:
    effect = effect_of_command(Command(run=run))
    assert f"{effect.kind}/{effect.reversibility}" == expected


@pytest.mark.parametrize(
    ("run", "hazards"),
    [
        (
            "aws ec2 authorize-security-group-ingress --group-id g --protocol tcp --port 22 --cidr 0.0.0.0/0",
            ("widens_access",),
        ),
        ("aws ec2 authorize-security-group-ingress --group-id g --protocol tcp --port 22 --cidr 10.0.0.0/8", ()),
        (
            "aws iam attach-role-policy --role-name r --policy-arn arn:aws:iam::aws:policy/ReadOnlyAccess",
            ("widens_access",),
        ),
        ("aws iam detach-role-policy --role-name r --policy-arn arn:aws:iam::aws:policy/ReadOnlyAccess", ()),
        ("aws s3api put-bucket-versioning --bucket b --versioning-configuration Status=Suspended", ("weakens_guard",)),
        ("aws s3api put-bucket-versioning --bucket b --versioning-configuration Status=Enabled", ()),
        ("aws cloudtrail stop-logging --name t", ("weakens_guard",)),
        ("aws cloudtrail start-logging --name t", ()),
        ("aws rds modify-db-instance --db-instance-identifier o --no-deletion-protection", ("weakens_guard",)),
        ("aws s3 cp .env s3://b/env", ("discloses_secret",)),
        ("aws s3 cp site s3://b --recursive --acl public-read", ("discloses", "widens_access")),
        ("gsutil iam ch allUsers:objectViewer gs://b", ("discloses", "widens_access")),
        ("gcloud sql instances patch o --no-deletion-protection", ("weakens_guard",)),
        ("az lock delete -n keep -g rg", ("weakens_guard",)),
        ("az role assignment create --assignee x --role Reader", ("widens_access",)),
        ("gh api -X DELETE repos/a/b/branches/main/protection", ("weakens_guard",)),
        ("gh pr merge 3 --admin", ("weakens_guard",)),
        ("gh gist create .env", ("discloses_secret",)),
        ("mc anonymous set download local/b", ("discloses", "widens_access")),
        ("mc anonymous set none local/b", ()),
    ],
)
def test_hazards(run: str, hazards: tuple[str, ...]) -> None:
    assert effect_of_command(Command(run=run)).hazards == hazards


def test_artefacts_are_named_alike_when_made_and_used() -> None:
    (made,) = acts("aws rds create-db-snapshot --db-instance-identifier orders --db-snapshot-identifier s1")
    (used,) = acts(
        "aws rds restore-db-instance-from-db-snapshot --db-instance-identifier new --db-snapshot-identifier s1"
    )
    (gone,) = acts("aws rds delete-db-snapshot --db-snapshot-identifier s1")
    assert made.produces == gone.destroys == used.reads
    assert [str(ref) for ref in used.restores] == ["instance:new"]
    assert [str(ref) for ref in made.reads] == ["instance:orders"]


@pytest.mark.parametrize(
    ("run", "named"),
    [
        ("aws s3 rm s3://b/a/k", "object:b/a/k"),
        ("aws dynamodb delete-table --table-name t", "table:t"),
        ("aws s3api delete-object --bucket b --key k", "object:b/k"),
        ("aws s3api delete-bucket-website --bucket b", "bucket-website:b"),
        ("aws eks delete-nodegroup --cluster-name prod --nodegroup-name spot", "nodegroup:spot"),
        ("aws eks delete-cluster --name prod", "cluster:prod"),
        ("aws ec2 delete-security-group --group-id sg-1", "group:sg-1"),
        ("aws lambda delete-alias --function-name f --name live", "alias:live"),
        ("azcopy rm 'https://st.blob.core.windows.net/c/a?sv=1'", "url:https://st.blob.core.windows.net/c/a"),
        ("gcloud sql databases delete reporting --instance=orders", "database:orders/reporting"),
        ("az sql db delete -n shop -s srv -g rg", "database:srv/shop"),
        ("hcloud volume delete data", "volume:data"),
        ("fly volumes destroy vol_1 -y", "volume:vol_1"),
        ("restic -r /repo forget abc", "backup:/repo/abc"),
    ],
)
def test_what_is_destroyed(run: str, named: str) -> None:
    (act,) = acts(run)
    assert [str(ref) for ref in act.destroys] == [named]
