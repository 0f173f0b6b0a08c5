"""Key-value stores, brokers, vaults and migration programs: what a call does, with near misses."""

from __future__ import annotations

import pytest

from planproof.effects import effect_of_command
from planproof.model.plan import Command

STORES = """
observe read_only | etcdctl get a --prefix
destroy irreversible | etcdctl del a --prefix
create reversible | etcdctl snapshot save a.db
observe read_only | etcdctl snapshot status a.db
destroy compensable | etcdctl member remove 1
observe read_only | consul kv get a
destroy irreversible | consul kv delete -recurse a/
modify irreversible | consul kv put a b
modify irreversible | consul snapshot restore a.snap
observe read_only | vault kv get -field=a secret/b
modify reversible | vault kv put secret/a b=c
destroy irreversible | vault kv destroy -versions=1 secret/a
rotate reversible | vault write -f transit/keys/a/rotate
observe read_only | vault write transit/encrypt/a plaintext=b
destroy irreversible | vault secrets disable a/
observe read_only | nodetool status
destroy irreversible | nodetool clearsnapshot
destroy irreversible | influx bucket delete -n a
destroy irreversible | influx -execute 'drop measurement a'
"""
BROKERS = """
observe read_only | kafka-topics.sh --bootstrap-server a --describe --topic b
destroy irreversible | kafka-topics --bootstrap-server a --delete --topic b
modify reversible | kafka-configs.sh --alter --entity-type topics --entity-name a --add-config max.message.bytes=1
destroy irreversible | kafka-configs.sh --alter --entity-type topics --entity-name a --add-config retention.ms=1
modify reversible | kafka-configs.sh --alter --entity-type topics --entity-name a --add-config retention.ms=-1
observe read_only | kafka-consumer-groups.sh --group a --reset-offsets --to-earliest --all-topics
observe read_only | kafka-consumer-groups.sh --group a --reset-offsets --to-earliest --all-topics --dry-run
modify irreversible | kafka-consumer-groups.sh --group a --reset-offsets --to-earliest --all-topics --execute
observe read_only | kafka-console-consumer.sh --topic a
modify irreversible | kafka-console-consumer.sh --topic a --group b
observe read_only | rabbitmqctl list_queues name messages
destroy irreversible | rabbitmqctl purge_queue a
unknown unknown | rabbitmqctl eval 'a().'
observe read_only | rabbitmqadmin get queue=a
destroy irreversible | rabbitmqadmin get queue=a ackmode=ack_requeue_false
destroy irreversible | nats stream purge A -f
destroy irreversible | nats stream edit A --max-age 1h
observe read_only | nats stream info A
observe read_only | pulsar-admin topics stats persistent://a/b/c
destroy irreversible | pulsar-admin topics delete persistent://a/b/c
unknown unknown | pulsar-admin topics frobnicate persistent://a/b/c
"""
MIGRATIONS = """
observe read_only | alembic upgrade head --sql
modify unknown | alembic upgrade head
destroy irreversible | alembic downgrade -1
observe read_only | flyway info
destroy irreversible | flyway clean
destroy irreversible | flyway clean migrate
observe read_only | flyway migrate -dryRunOutput=a.sql
observe read_only | liquibase rollback-sql v1
destroy irreversible | liquibase rollback v1
observe read_only | django-admin showmigrations
modify unknown | manage.py migrate
destroy irreversible | manage.py migrate shop zero
observe read_only | manage.py migrate shop zero --plan
destroy irreversible | rails db:drop db:create
observe read_only | rails db:migrate:status
modify unknown | rake db:migrate VERSION=20250101
observe read_only | rails runner 'puts User.where(a: 1).count'
destroy irreversible | rails runner 'User.where(a: 1).delete_all'
unknown unknown | rails runner 'Cleaner.new.work_hard'
destroy irreversible | artisan migrate:fresh --force
observe read_only | artisan migrate --pretend
destroy irreversible | prisma migrate reset --force
modify compensable | prisma db push
destroy irreversible | prisma db push --accept-data-loss
observe read_only | migrate -path a -database b version
destroy irreversible | migrate -path a -database b down 1
observe read_only | goose -dir a postgres dsn status
destroy irreversible | goose -dir a postgres dsn down
observe read_only | dotnet-ef database drop --dry-run
destroy irreversible | sqitch revert --to a
observe read_only | sqitch status
"""


@pytest.mark.parametrize("row", "".join((STORES, BROKERS, MIGRATIONS)).replace("\n\n", "\n").strip().splitlines())
def test_kind_and_undo(row: str) -> None:
    expected, _, run = row.partition(" | ")
    effect = effect_of_command(Command(run=run))
    assert f"{effect.kind} {effect.reversibility}" == expected


@pytest.mark.parametrize(
    ("run", "hazard"),
    [
        ("vault audit disable file/", "weakens_guard"),
        ("vault policy write a a.hcl", "widens_access"),
        ("kafka-acls.sh --add --allow-principal User:a --operation All --topic b", "widens_access"),
        ("rabbitmqctl set_permissions a '.*' '.*' '.*'", "widens_access"),
        ("nodetool disableauditlog", "weakens_guard"),
    ],
)
def test_hazards(run: str, hazard: str) -> None:
    assert hazard in effect_of_command(Command(run=run)).hazards
