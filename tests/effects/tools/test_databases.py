"""Clients and servers of databases: what a call does, and what only looks as if it did."""

from __future__ import annotations

import pytest

from planproof.effects import effect_of_command
from planproof.effects.context import Context
from planproof.model.plan import Command

POSTGRES = """
observe read_only | psql shop -Atc "select 'drop table a'"
destroy irreversible | psql -h db1 -d shop -c 'drop table a'
destroy irreversible | sudo -iu postgres psql shop -c 'truncate a'
observe read_only | psql -c 'begin; delete from a' -c 'rollback' shop
destroy irreversible | psql -c 'begin; delete from a; rollback' -c 'delete from b' shop
unknown unknown | psql "$URL" -c "$QUERY"
unknown unknown | psql shop
unknown unknown | psql -f fix.sql shop
destroy irreversible | echo 'drop table a' | psql shop
observe read_only | psql -l
create reversible | pg_dump -Fc -f a.dump shop
observe read_only | pg_dump -s shop
create reversible | pg_dump shop > a.sql
create reversible | pg_dump -t a shop | psql copy
destroy irreversible | pg_dump --clean shop | psql copy
destroy irreversible | pg_dump -c shop | sed 's/a/b/' | psql copy
observe read_only | pg_restore --list a.dump
observe read_only | pg_restore -c -f - a.dump
destroy irreversible | pg_restore -c -d shop a.dump
destroy irreversible | dropdb shop
destroy compensable | dropuser bob
observe read_only | pg_resetwal -n /data
destroy irreversible | pg_resetwal -f /data
observe read_only | pg_upgrade -b a -B b -d c -D d --check
shift reversible | pg_ctl restart -D /data
shift compensable | pg_ctl stop -m immediate -D /data
observe read_only | pg_ctl status -D /data
shift reversible | patronictl switchover shop --force
destroy compensable | patronictl reinit shop db2 --force
destroy irreversible | pgbackrest --stanza=a expire
create reversible | pgbackrest --stanza=a backup
observe read_only | wal-g delete retain 5
destroy irreversible | wal-g delete retain 5 --confirm
"""
MYSQL = """
observe read_only | mysql -e 'select 1 # drop table a'
destroy irreversible | mysql shop -e 'select 1; drop table a'
destroy irreversible | mysqldump shop | mysql copy
create reversible | mysqldump --skip-add-drop-table shop | mysql copy
create reversible | mysqldump shop | cat > a.sql
destroy irreversible | mysqldump --delete-source-logs --all-databases > a.sql
destroy irreversible | mysqladmin drop shop
observe read_only | mysqladmin processlist
observe read_only | gh-ost --table=a --alter='drop column b'
destroy irreversible | gh-ost --table=a --alter='drop column b' --execute
modify reversible | pt-online-schema-change --alter 'add column b int' D=shop,t=a --execute
observe read_only | pt-archiver --source h=a,D=b,t=c --where 1=1 --purge --dry-run
"""
OTHER_SQL = """
create reversible | sqlite3 a.db '.backup b.db'
modify irreversible | sqlite3 a.db '.restore b.db'
observe read_only | sqlite3 a.db .dump
destroy irreversible | sqlite3 a.db 'delete from b'
observe read_only | sqlite3 -readonly a.db 'delete from b'
unknown unknown | sqlite3 -readonly a.db '.shell ./work.sh'
unknown unknown | sqlite3 a.db '.load ./b'
destroy irreversible | duckdb a.db 'drop table b'
destroy irreversible | sqlcmd -S a -Q 'drop table b'
observe read_only | sqlcmd -Q 'begin tran delete from a rollback'
destroy irreversible | cqlsh -e 'truncate a.b'
destroy reversible | snowsql -q 'drop table a'
destroy irreversible | clickhouse-client -q 'drop table a'
create reversible | clickhouse-client -q 'insert into a format CSV' < b.csv
destroy irreversible | impdp system/x schemas=hr dumpfile=a.dmp table_exists_action=replace
create reversible | impdp system/x schemas=hr dumpfile=a.dmp
"""
REDIS = """
observe read_only | redis-cli get flushall
destroy irreversible | redis-cli -n 3 flushall
destroy irreversible | redis-cli keys 'a*' | xargs redis-cli unlink
unknown unknown | redis-cli eval "redis.call('del', 'a')" 0
unknown unknown | redis-cli --pipe < a.txt
observe read_only | redis-cli --bigkeys
modify reversible | redis-cli config set maxmemory 1gb
shift compensable | redis-cli replicaof no one
destroy irreversible | redis-cli replicaof db1 6379
destroy irreversible | redis-cli shutdown nosave
shift reversible | redis-cli shutdown save
create reversible | redis-cli set a b NX
modify irreversible | redis-cli set a b
"""
MONGO = """
observe read_only | mongosh --eval 'db.a.find({b: "drop()"})'
observe read_only | mongosh --eval '// db.a.drop()'
destroy irreversible | mongosh shop --eval 'db.a.drop()'
unknown unknown | mongosh shop --eval 'db.a["drop"]()'
observe read_only | mongosh shop --eval 'db.a.explain().remove({b: 1})'
destroy irreversible | mongosh shop --eval 'db.a.explain().find(); db.b.remove({})'
modify irreversible | mongosh shop --eval 'db.a.updateMany({}, {$set: {b: 1}})'
unknown unknown | mongosh shop --eval 'helper()'
unknown unknown | mongosh shop fix.js
destroy irreversible | mongosh shop --eval 'db.runCommand({drop: "a"})'
destroy irreversible | mongorestore --drop --archive=a.gz
create reversible | mongorestore --archive=a.gz
observe read_only | mongorestore --drop --dryRun --archive=a.gz
"""


@pytest.mark.parametrize(
    "row", "".join((POSTGRES, MYSQL, OTHER_SQL, REDIS, MONGO)).replace("\n\n", "\n").strip().splitlines()
)
def test_kind_and_undo(row: str) -> None:
    expected, _, run = row.partition(" | ")
    effect = effect_of_command(Command(run=run))
    assert f"{effect.kind} {effect.reversibility}" == expected


def test_here_document_that_starts_with_a_command_of_the_client() -> None:
    effect = effect_of_command(Command(run="psql shop <<'EOF'\n\\timing on\ndrop table a;\nEOF\n"))
    assert (effect.kind, effect.acts[-1].destroys[0].name) == ("destroy", "a")


def test_a_file_that_the_plan_brings_along_is_read() -> None:
    context = Context(files={"fix.sql": "\\i more.sql\n", "more.sql": "drop table a;"})
    assert effect_of_command(Command(run="psql -f fix.sql shop"), context).kind == "destroy"
    assert effect_of_command(Command(run="psql shop < more.sql"), context).kind == "destroy"


@pytest.mark.parametrize(
    ("run", "part", "name"),
    [
        ("pg_dump -d shop -f a.dump", "produces", "file:a.dump"),
        ("pg_dump shop | gzip > a.gz", "produces", "file:a.gz"),
        ("pg_restore -l a.dump", "verifies", "file:a.dump"),
        ("pg_restore -d shop a.dump", "restores", "database:shop"),
        ("psql postgres://u@h/shop -c 'drop table a'", "destroys", "table:shop/a"),
        ("mongosh shop --eval 'db.a.drop()'", "destroys", "collection:shop/a"),
        ("redis-cli -h cache1 del a", "destroys", "key:cache1/a"),
        ("redis-cli -h cache1 --rdb a.rdb", "produces", "file:a.rdb"),
        ("sqlite3 a.db '.backup b.db'", "produces", "file:b.db"),
    ],
)
def test_resources(run: str, part: str, name: str) -> None:
    acts = effect_of_command(Command(run=run)).acts
    assert name in {str(ref) for act in acts for ref in getattr(act, part)}


@pytest.mark.parametrize(
    ("run", "hazard"),
    [
        ("redis-cli config set requirepass ''", "weakens_guard"),
        ("redis-cli config set appendonly no", "weakens_guard"),
        ("createuser -s bob", "widens_access"),
        ("pg_checksums --disable -D /data", "weakens_guard"),
    ],
)
def test_hazards(run: str, hazard: str) -> None:
    assert hazard in effect_of_command(Command(run=run)).hazards
