"""Terraform, Ansible and other makers of infrastructure: what their verbs do, and what looks worse or better."""

from __future__ import annotations

import pytest

from planproof.effects import effect_of_command
from planproof.effects.act import Act
from planproof.effects.context import EMPTY, Context, Said
from planproof.effects.shell.start import start
from planproof.effects.shell.walk import Walk
from planproof.model.plan import Command


def acts(run: str, context: Context = EMPTY) -> tuple[Act, ...]:
    return Walk(start, context).script(run).acts


@pytest.mark.parametrize(
    ("run", "expected"),
    [
        ("terraform plan -destroy -out=tf.plan", "observe/read_only"),
        ("terraform destroy -help", "observe/read_only"),
        ("terraform state list module.destroy", "observe/read_only"),
        ("terraform state rm -dry-run module.a", "observe/read_only"),
        ("terraform fmt -check", "observe/read_only"),
        ("terraform fmt", "modify/reversible"),
        ("terraform apply", "modify/unknown"),
        ("terraform apply tf.plan", "unknown/unknown"),
        ("terraform apply -refresh-only", "modify/reversible"),
        ("terraform apply -auto-approve -destroy", "destroy/irreversible"),
        ("terraform -chdir=envs/dev destroy", "destroy/irreversible"),
        ("terraform state mv a b", "modify/reversible"),
        ("terraform state rm module.a", "modify/compensable"),
        ("terraform state push a.tfstate", "modify/irreversible"),
        ("terraform workspace delete a", "destroy/compensable"),
        ("terraform workspace delete -force a", "destroy/irreversible"),
        ("terraform init -migrate-state", "modify/compensable"),
        ("terraform frobnicate", "unknown/unknown"),
        ("terraform $VERB", "unknown/unknown"),
        ("terragrunt run-all plan", "observe/read_only"),
        ("terragrunt run --all -- destroy", "destroy/irreversible"),
        ("pulumi preview", "observe/read_only"),
        ("pulumi destroy --preview-only", "observe/read_only"),
        ("pulumi destroy -s acme/dev", "destroy/irreversible"),
        ("pulumi stack rm a", "destroy/compensable"),
        ("pulumi stack rm a --force", "destroy/irreversible"),
        ("ansible all -m ping", "observe/read_only"),
        ("ansible all -m apt -a 'name=a state=absent' --check", "observe/read_only"),
        ("ansible web -m ansible.builtin.service -a 'name=a state=stopped'", "shift/reversible"),
        ("ansible web -m file -a 'path=/srv/a state=directory'", "create/reversible"),
        ("ansible web -m file -a 'path=/srv/a state=absent'", "destroy/irreversible"),
        ("ansible web -m user -a 'name=a state=absent'", "destroy/compensable"),
        ("ansible web -m user -a 'name=a state=absent remove=yes'", "destroy/irreversible"),
        ("ansible db -m postgresql_db -a 'name=a state=absent'", "destroy/irreversible"),
        ("ansible db -m shell -a 'psql -c \"DROP TABLE a\"'", "destroy/irreversible"),
        ("ansible db -m shell -a 'psql -c \"DROP TABLE a\"' --check", "destroy/irreversible"),
        ("ansible web -m frobnicate -a a=b", "unknown/unknown"),
        ("ansible-playbook site.yml", "unknown/unknown"),
        ("ansible-playbook site.yml --check --diff", "observe/read_only"),
        ("ansible-vault view a.yml", "observe/read_only"),
        ("packer validate .", "observe/read_only"),
        ("packer build a.pkr.hcl", "create/reversible"),
        ("packer build -force a.pkr.hcl", "destroy/compensable"),
        ("vagrant halt", "shift/reversible"),
        ("vagrant snapshot restore before", "modify/irreversible"),
        ("nomad job plan a.nomad", "observe/read_only"),
        ("nomad job stop a", "shift/reversible"),
        ("nomad job stop -purge a", "destroy/compensable"),
        ("nomad volume delete a", "destroy/irreversible"),
        ("cdk diff", "observe/read_only"),
        ("cdk deploy --all", "modify/unknown"),
        ("cdk destroy App", "destroy/irreversible"),
        ("sls remove --stage dev", "destroy/irreversible"),
        ("sam deploy --no-execute-changeset", "create/reversible"),
    ],
)
def test_effects(run: str, expected: str) -> None:
    effect = effect_of_command(Command(run=run))
    assert f"{effect.kind}/{effect.reversibility}" == expected


def test_a_state_that_is_saved_and_put_back() -> None:
    saved = acts("terraform -chdir=core state pull > core.tfstate")
    assert [str(ref) for act in saved for ref in act.produces] == ["file:core.tfstate"]
    (pushed,) = acts("terraform -chdir=core state push core.tfstate")
    assert [str(ref) for ref in pushed.reads] == ["file:core.tfstate"]
    assert [str(ref) for ref in pushed.restores] == ["state:core"]
    assert acts("terraform state push -force a.tfstate")[0].hazards == ("weakens_guard",)


def test_refs() -> None:
    (act,) = acts("terraform destroy -target=aws_instance.a -target module.b")
    assert [str(ref) for ref in act.destroys] == ["resource:aws_instance.a", "resource:module.b"]
    (act,) = acts("ansible web -m copy -a 'src=a dest=/etc/a'")
    assert [str(ref) for ref in act.writes] == ["file:web//etc/a"]


def test_a_playbook_or_plan_that_a_person_has_read() -> None:
    said = Said("modify", "reversible", "ann")
    context = Context(reviewed={"site.yml": said, "tf.plan": said})
    assert [act.undo for act in acts("ansible-playbook site.yml", context)] == ["reversible"]
    assert [act.undo for act in acts("terraform apply tf.plan", context)] == ["reversible"]
    assert [act.undo for act in acts("terraform apply other.plan", context)] == ["unknown"]
