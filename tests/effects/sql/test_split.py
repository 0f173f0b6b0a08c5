"""How SQL text comes apart into statements."""

from __future__ import annotations

import pytest

from planproof.effects.sql.split import statements


@pytest.mark.parametrize(
    ("dialect", "text", "first_words"),
    [
        ("postgres", "select 1; select ';'; select $a$;$a$ -- ;", ["SELECT", "SELECT", "SELECT"]),
        ("postgres", "/* a /* b */ drop table c; */ select 1", ["SELECT"]),
        ("mysql", "/* a /* b */ drop table c; select 1", ["DROP", "SELECT"]),
        ("mysql", "select 1 # drop;\n;select 2--3;", ["SELECT", "SELECT"]),
        ("mysql", "delimiter //\nselect 1; //\ndrop table a //\ndelimiter ;\nselect 2;", ["SELECT", "DROP", "SELECT"]),
        ("mysql", "create procedure p() begin if 1 then delete from a; end if; end; select 1", ["CREATE", "SELECT"]),
        ("mysql", r"select 'it\'s; drop table a'; select 1", ["SELECT", "SELECT"]),
        ("postgres", r"select 'a\'; drop table a; --'", ["SELECT", "DROP"]),
        ("mysql", r"select * from t\G drop table t\G", ["SELECT", "DROP"]),
        ("sqlite", "create trigger a after delete on b begin delete from c; end; drop table d", ["CREATE", "DROP"]),
        ("tsql", "select 1\nGO 5\ndrop table a\ngo", ["SELECT", "DROP"]),
        ("tsql", "create proc p as delete from a; delete from b\nGO\nselect 1", ["CREATE", "SELECT"]),
        ("tsql", "select [a;b] from t; select 1", ["SELECT", "SELECT"]),
        ("oracle", "begin delete from a; end;\n/\ndrop table b;", ["BEGIN", "DROP"]),
        ("oracle", "create procedure p is cursor c is select 1 from b; begin null; end;\n/\ndrop table b",
         ["CREATE", "DROP"]),
        ("oracle", "select q'[it's; drop]' from dual; select 1 from dual", ["SELECT", "SELECT"]),
        ("snowflake", "declare x int; begin delete from a; end; select 1", ["DECLARE", "SELECT"]),
        ("postgres", "begin; delete from a; end; select 1", ["BEGIN", "DELETE", "END", "SELECT"]),
        ("bigquery", "select '''a;'b'''; select 1", ["SELECT", "SELECT"]),
    ],
)  # fmt: skip
def test_statements(dialect: str, text: str, first_words: list[str]) -> None:
    assert [statement.at(0) for statement in statements(text, dialect)] == first_words


@pytest.mark.parametrize(
    ("dialect", "text", "metas"),
    [
        ("postgres", "\\timing on\nselect 1;\n\\i a.sql\n", ["\\timing on", "\\i a.sql"]),
        ("postgres", "\\x \\\\ select 1;", ["\\x "]),
        ("postgres", "select 1 \\gexec", ["\\gexec"]),
        ("sqlite", ".headers on\nselect 1;\n.read a.sql", [".headers on", ".read a.sql"]),
        ("mysql", "source a.sql\nselect 1;", ["source a.sql"]),
        ("tsql", ":r a.sql\nselect 1\n", [":r a.sql"]),
        ("oracle", "set pages 0\nselect 1 from dual;\n@a.sql\n", ["set pages 0", "@a.sql"]),
        ("postgres", "select 1 as \"set\"; select '\n.read a.sql'", []),
    ],
)
def test_commands_of_the_client(dialect: str, text: str, metas: list[str]) -> None:
    found = [
        token.text for statement in statements(text, dialect) for token in statement.tokens if token.sort == "meta"
    ]
    assert found == metas
