"""What statements do, dialect by dialect, with near misses beside them."""

from __future__ import annotations

import pytest
from sqlglot import exp, parse_one

from planproof.effects.act import Act
from planproof.effects.effect import CommandEffect
from planproof.effects.sql.read import read_sql

ROWS = """
postgres | observe read_only | select a from b where c = 'delete'
postgres | observe read_only | select "drop" from "delete from x"
postgres | observe read_only | explain delete from a
postgres | destroy irreversible | explain (analyze, buffers) delete from a
postgres | observe read_only | explain (analyze off) delete from a
postgres | destroy irreversible | with x as (delete from a returning *) select * from x
postgres | observe read_only | with x as (select 'delete from a') select * from x
postgres | unknown unknown | select my_cleanup(1)
postgres | observe read_only | select coalesce(a, lower(b)) from c x(a, b)
postgres | shift compensable | select pg_terminate_backend(pid) from pg_stat_activity
postgres | observe read_only | select pg_blocking_pids(pid) from pg_stat_activity
postgres | destroy irreversible | select dblink_exec('c', 'drop table a')
postgres | create reversible | insert into a values (1) on conflict do nothing
postgres | modify irreversible | insert into a values (1) on conflict (b) do update set c = 1
postgres | destroy irreversible | merge into a using b on a.c = b.c when matched then delete
postgres | modify reversible | alter table a alter b type bigint
postgres | modify irreversible | alter table a alter b type varchar(10)
postgres | modify irreversible | alter table a alter b type bigint using length(b)
postgres | destroy irreversible | alter table a add b int, drop c
postgres | destroy compensable | alter table a drop constraint b
postgres | modify reversible | alter table a detach partition b
clickhouse | destroy reversible | alter table a detach partition 'b'
clickhouse | destroy irreversible | alter table a modify ttl b + interval 1 day
clickhouse | modify irreversible | alter table a update b = 1 where c
clickhouse | observe read_only | select toWhatever(a), uniqExact(b) from c
postgres | unknown unknown | select toWhatever(a) from c
postgres | observe read_only | delete from a where 1 = 0
postgres | destroy irreversible | delete from a where b1=0
postgres | destroy irreversible | delete from a where false or true
postgres | create reversible | create table a as select * from b
mysql | create reversible | create procedure p() begin drop table a; end
mysql | destroy irreversible | /*!50000 drop table a */
postgres | unknown unknown | /*!50000 drop table a
mysql | modify irreversible | replace into a values (1)
mysql | observe read_only | select replace(a, 'b', 'c') from d
mysql | destroy irreversible | reset master
postgres | observe read_only | reset all
mysql | modify reversible | set global read_only = 1
mysql | observe read_only | set session sql_mode = ''
mysql | rotate compensable | set password for a = 'b'
oracle | destroy reversible | drop table a
oracle | destroy irreversible | drop table a purge
oracle | destroy irreversible | begin delete from a; end;
oracle | observe read_only | begin dbms_output.put_line('drop table a'); end;
oracle | unknown unknown | begin other.work(1); end;
oracle | unknown unknown | begin execute immediate b; end;
postgres | destroy irreversible | do $$ begin execute 'drop table ' || a; end $$
postgres | observe read_only | do $$ begin raise notice 'drop table a'; end $$
postgres | modify irreversible | do $$ begin update a set b = case when c then 1 else 2 end; end $$
tsql | destroy irreversible | if exists (select 1 from a) truncate table a
tsql | destroy irreversible | alter table a add b int drop table c
tsql | observe read_only | dbcc checkdb
tsql | modify irreversible | dbcc checkdb (a, repair_allow_data_loss)
tsql | destroy irreversible | restore database a from disk = 'b' with replace
tsql | unknown unknown | exec dbo.work
tsql | destroy irreversible | exec sp_executesql N'drop table a'
tsql | modify reversible | grant delete, select on a to b
snowflake | destroy reversible | create or replace table a as select 1
bigquery | destroy irreversible | create or replace table a as select 1
snowflake | modify reversible | undrop table a
databricks | destroy irreversible | vacuum a
postgres | modify reversible | vacuum a
sqlite | observe read_only | pragma table_info(a)
sqlite | modify reversible | pragma journal_mode = wal
sqlite | unknown unknown | pragma made_up = 1
redshift | destroy irreversible | unload ('select 1') to 's3://a/' cleanpath
cassandra | destroy irreversible | drop keyspace a
postgres | unknown unknown | frobnicate a
postgres | unknown unknown | select 'never ends
"""


def effect(text: str, dialect: str) -> CommandEffect:
    return CommandEffect(tuple(read_sql(text, dialect)))


@pytest.mark.parametrize("row", ROWS.strip().splitlines())
def test_kind_and_undo(row: str) -> None:
    dialect, expected, text = (part.strip() for part in row.split("|", 2))
    found = effect(text, dialect)
    assert f"{found.kind} {found.reversibility}" == expected


@pytest.mark.parametrize(
    ("text", "hazard"),
    [
        ("grant select on a to b", "widens_access"),
        ("alter role a superuser", "widens_access"),
        ("create role a superuser", "widens_access"),
        ("alter table a disable row level security", "weakens_guard"),
        ("alter table a disable trigger all", "weakens_guard"),
        ("drop policy a on b", "weakens_guard"),
        ("alter system set archive_mode = off", "weakens_guard"),
    ],
)
def test_hazards(text: str, hazard: str) -> None:
    assert hazard in effect(text, "postgres").hazards


@pytest.mark.parametrize(
    "text",
    ["revoke select on a from b", "alter role a nosuperuser", "alter table a enable row level security", "drop view a"],
)
def test_no_hazards(text: str) -> None:
    assert not effect(text, "postgres").hazards


def touched(text: str, part: str, dialect: str = "postgres") -> set[str]:
    acts: list[Act] = list(read_sql(text, dialect, within="shop"))
    return {str(ref) for act in acts for ref in getattr(act, part)}


@pytest.mark.parametrize(
    ("text", "part", "names"),
    [
        ("drop table if exists a, b.c", "destroys", {"table:shop/a", "table:shop/b.c"}),
        ("update only a x set b = 1 from c", "writes", {"table:shop/a"}),
        ("update only a x set b = 1 from c", "reads", {"table:shop/c"}),
        ("delete from a using b", "destroys", {"table:shop/a"}),
        ("create table a as select * from b", "produces", {"table:shop/a"}),
        ("create table a (b int)", "produces", set[str]()),
        ("create unique index concurrently if not exists a on b (c)", "writes", {"index:shop/a"}),
        ("copy a to '/tmp/b.csv'", "produces", {"file:/tmp/b.csv"}),
        ("copy a from '/tmp/b.csv'", "reads", {"file:/tmp/b.csv"}),
        ("alter table a add b int", "writes", {"table:shop/a"}),
    ],
)
def test_resources(text: str, part: str, names: set[str]) -> None:
    assert touched(text, part) == names


@pytest.mark.parametrize(
    "text",
    [
        "select * from a",
        "select * from a x, b.c as y, d",
        "select * from a join b on a.x = b.x left join c using (y) where exists (select 1 from d)",
        "with q as (select * from a) select * from q join b on true",
        "select extract(year from x), substring(y from 2), trim(both ' ' from z) from a",
        "select * from (select * from a union all select * from b) u",
        "select a is distinct from b from c",
        "select * from a order by (select max(x) from b)",
        "select count(*) filter (where x) over (partition by y) from a cross join lateral (select * from b) l",
    ],
)
def test_tables_are_those_that_a_parser_finds(text: str) -> None:
    tree = parse_one(text, dialect="postgres")
    own = {cte.alias for cte in tree.find_all(exp.CTE)}
    parsed = {
        ".".join(part.name for part in table.parts) for table in tree.find_all(exp.Table) if table.name not in own
    }
    assert {name.removeprefix("table:shop/") for name in touched(text, "reads")} == parsed
