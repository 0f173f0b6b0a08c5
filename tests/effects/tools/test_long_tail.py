"""Tools of clouds, clusters, data and web applications: what their verbs do, and what looks worse or better."""

from __future__ import annotations

import pytest

from planproof.effects import effect_of_command
from planproof.model.plan import Command

ROWS = """
openstack: destroy/irreversible: --os-cloud list volume delete a
openstack: destroy/compensable: security group rule delete a
openstack: destroy/irreversible: server rebuild a
openstack: observe/read_only: server show delete
openstack: shift/reversible: server stop a
openstack: unknown/unknown: server frobnicate
wp: destroy/irreversible: --path list db reset --yes
wp: destroy/reversible: post delete 1
wp: destroy/irreversible: post delete 1 --force
wp: observe/read_only: search-replace a b --dry-run
wp: modify/irreversible: search-replace a b
wp: destroy/irreversible: db query 'DROP TABLE a'
wp: observe/read_only: plugin list
drush: destroy/irreversible: sql-drop -y
drush: observe/read_only: status
occ: destroy/irreversible: user:delete a
magento: destroy/irreversible: setup:uninstall
console: destroy/irreversible: doctrine:schema:drop --force
console: observe/read_only: doctrine:schema:drop --dump-sql
console: modify/unknown: doctrine:migrations:migrate
salt: destroy/irreversible: '*' cmd.run 'dropdb a'
salt: destroy/irreversible: -G 'os:debian' file.remove /data
salt: modify/unknown: '*' state.apply
salt: observe/read_only: '*' state.apply web test=True
salt: unknown/unknown: '*' custom.purge
salt-call: shift/reversible: service.restart nginx
salt-key: destroy/compensable: -D -y
salt-key: observe/read_only: -L
puppet: modify/unknown: agent -t
puppet: observe/read_only: agent -t --noop
puppet: destroy/irreversible: resource user a ensure=absent
puppet: observe/read_only: resource user a
knife: destroy/irreversible: data bag delete a
knife: destroy/irreversible: ssh 'name:*' 'rm -rf /data'
knife: observe/read_only: node list
chef-client: modify/unknown:
chef-client: observe/read_only: --why-run
firebase: destroy/irreversible: --project list firestore:delete users -r
firebase: modify/compensable: deploy --only hosting
supabase: destroy/irreversible: db reset --linked
supabase: observe/read_only: db push --dry-run
supabase: shift/reversible: stop
supabase: destroy/irreversible: stop --no-backup
cloudflared: destroy/compensable: tunnel delete a
cloudflared: observe/read_only: tunnel list
airflow: destroy/irreversible: db reset -y
airflow: observe/read_only: db clean --dry-run
airflow: modify/reversible: dags pause a
dbt: modify/compensable: run
dbt: modify/unknown: --target list run --full-refresh
dbt: observe/read_only: ls
hdfs: destroy/compensable: dfs -rm -r /data
hdfs: destroy/irreversible: dfs -rm -r -skipTrash /data
hdfs: destroy/irreversible: dfs -D fs.trash.interval=0 -rm -r /data
hdfs: observe/read_only: dfs -ls /data
hdfs: destroy/irreversible: namenode -format
hdfs: observe/read_only: dfsadmin -safemode get
hdfs: shift/reversible: dfsadmin -safemode enter
hadoop: destroy/irreversible: distcp -delete -update a b
hbase: destroy/irreversible: shell <<< "drop 'a'"
hbase: observe/read_only: shell <<< "list"
amtool: observe/read_only: alert query
amtool: modify/reversible: silence add alertname=a
scancel: shift/compensable: -u a
sbatch: destroy/irreversible: --wrap 'rm -rf /scratch/a'
sbatch: unknown/unknown: job.sh
srun: destroy/irreversible: -N 1 rm -rf /scratch/a
scontrol: shift/reversible: update NodeName=a State=DRAIN
scontrol: observe/read_only: show job 1
sacctmgr: destroy/irreversible: -i del user a
sacctmgr: observe/read_only: show user
pvesh: destroy/irreversible: delete /nodes/a/qemu/100
pvesh: shift/reversible: create /nodes/a/qemu/100/status/stop
pvesh: observe/read_only: get /nodes
multipass: destroy/reversible: delete a
multipass: destroy/irreversible: delete -p a
multipass: destroy/irreversible: exec a -- rm -rf /data
lxc: destroy/irreversible: delete -f a
incus: destroy/irreversible: --project list storage volume delete a b
incus: observe/read_only: exec a -- ls
cmctl: rotate/compensable: renew a
talosctl: destroy/irreversible: -n 10.0.0.1 reset
clusterctl: destroy/irreversible: delete --all
argo: destroy/irreversible: delete --all
tkn: destroy/compensable: pipeline delete a
boundary: destroy/irreversible: scopes delete -id a
boundary: observe/read_only: targets list
waypoint: destroy/irreversible: destroy -auto-approve
kubectx: observe/read_only:
kubectx: modify/reversible: prod
"""


@pytest.mark.parametrize("row", ROWS.strip().splitlines())
def test_kind_and_reversibility(row: str) -> None:
    program, expected, arguments = row.split(":", 2)
    effect = effect_of_command(Command(run=program + arguments))
    assert f"{effect.kind}/{effect.reversibility}" == expected.strip()


@pytest.mark.parametrize(
    "program",
    [
        "openstack", "wp", "drush", "occ", "magento", "salt-run", "puppet", "knife", "chef", "firebase", "supabase", "cloudflared",
        "airflow", "dbt", "hdfs", "hadoop", "amtool", "promtool", "scontrol", "sacctmgr", "pvesh", "multipass", "lxc", "incus",
        "cmctl", "talosctl", "clusterctl", "argo", "tkn", "boundary", "waypoint",
    ],
)  # fmt: skip
def test_a_verb_that_no_table_holds_is_unknown(program: str) -> None:
    effect = effect_of_command(Command(run=f"{program} frobnicate-all now"))
    assert effect.kind == "unknown"


@pytest.mark.parametrize(
    ("run", "hazard"),
    [
        ("amtool silence add -d 72h alertname=a", "weakens_guard"),
        ("amtool silence add --duration=1w alertname=a", "weakens_guard"),
        ("amtool silence add --end=2027-01-01T00:00:00Z alertname=a", "weakens_guard"),
        ("salt-key -A -y", "widens_access"),
        ("openstack role add --user a --project b admin", "widens_access"),
        ("wp super-admin add a", "widens_access"),
        ("cloudflared tunnel --url http://localhost:8080", "widens_access"),
    ],
)
def test_hazards(run: str, hazard: str) -> None:
    assert hazard in effect_of_command(Command(run=run)).hazards


@pytest.mark.parametrize("run", ["amtool silence add alertname=a", "amtool silence add -d 2h30m alertname=a"])
def test_a_short_silence_belongs_to_a_change(run: str) -> None:
    assert not effect_of_command(Command(run=run)).hazards
