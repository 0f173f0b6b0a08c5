"""Where the configuration is looked for, and what is refused in it."""

from pathlib import Path

import pytest

from planproof.model import Config, ConfigError, load_config

OWN = 'posture = "strict"\n'
TOOL = '[tool.planproof]\nposture = "balanced"\n'


def test_there_need_not_be_one(tmp_path: Path) -> None:
    (tmp_path / ".git").mkdir()
    assert load_config(None, tmp_path) == (Config(), None)


def test_the_search_ends_at_the_root_of_the_machine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def nowhere(_path: Path) -> bool:
        return False

    monkeypatch.setattr(Path, "is_file", nowhere)
    monkeypatch.setattr(Path, "exists", nowhere)
    assert load_config(None, tmp_path) == (Config(), None)


def test_it_is_found_in_the_folder_or_above(tmp_path: Path) -> None:
    (tmp_path / "planproof.toml").write_text(OWN)
    below = tmp_path / "a" / "b"
    below.mkdir(parents=True)
    for start in (tmp_path, below):
        config, file = load_config(None, start)
        assert (config.posture, file) == ("strict", tmp_path / "planproof.toml")


def test_its_own_file_comes_before_pyproject_and_the_nearer_before_the_farther(tmp_path: Path) -> None:
    (tmp_path / "planproof.toml").write_text(OWN)
    (tmp_path / "pyproject.toml").write_text(TOOL)
    assert load_config(None, tmp_path)[0].posture == "strict"
    below = tmp_path / "below"
    below.mkdir()
    (below / "pyproject.toml").write_text("[project]\nname = 'x'\n")
    assert load_config(None, below)[0].posture == "strict"
    (below / "pyproject.toml").write_text(TOOL)
    assert load_config(None, below)[0].posture == "balanced"


def test_the_search_ends_at_the_root_of_a_repository(tmp_path: Path) -> None:
    (tmp_path / "planproof.toml").write_text(OWN)
    inner = tmp_path / "repository" / "folder"
    inner.mkdir(parents=True)
    (tmp_path / "repository" / ".git").write_text("gitdir: elsewhere")
    assert load_config(None, inner) == (Config(), None)


def test_a_named_file_is_read_wherever_it_is(tmp_path: Path) -> None:
    file = tmp_path / "other.toml"
    file.write_text(OWN)
    assert load_config(file, Path("/")) == (Config(posture="strict"), file)
    pyproject = tmp_path / "pyproject.toml"
    pyproject.write_text(TOOL)
    assert load_config(str(pyproject), Path("/")) == (Config(posture="balanced"), pyproject)


@pytest.mark.parametrize(
    ("name", "text", "message"),
    [
        ("a.toml", b"posture = ", "not TOML"),
        ("a.toml", b"\xff", "not TOML"),
        ("a.toml", b'postur = "strict"', "postur: unknown; did you mean 'posture'"),
        ("a.toml", b"a = " + b"[" * 100_000, "nested too deep"),
        ("a.toml", b"#" * 1_000_001, "1,000,001 bytes, of which at most 1,000,000"),
        ("a.toml", b'[[waivers]]\nrule = "ORD001"\nreason = "r"\nby = "a"\nexpires = 2026-10-01', "is not a time"),
        ("pyproject.toml", b"[tool.other]", r"there is no \[tool\.planproof\] in it"),
        ("pyproject.toml", b"tool = 3", r"there is no \[tool\.planproof\] in it"),
        ("pyproject.toml", b"[tool]\nplanproof = 3", "3 is no config"),
        ("pyproject.toml", b"= broken", "not TOML"),
    ],
)
def test_what_is_wrong_is_an_error_that_names_the_file(name: str, text: bytes, message: str, tmp_path: Path) -> None:
    file = tmp_path / name
    file.write_bytes(text)
    with pytest.raises(ConfigError, match=message) as caught:
        load_config(file, tmp_path)
    assert str(caught.value).startswith(str(file))


def test_a_broken_file_on_the_way_up_is_no_reason_to_go_on(tmp_path: Path) -> None:
    (tmp_path / "pyproject.toml").write_text("= broken")
    with pytest.raises(ConfigError, match="not TOML"):
        load_config(None, tmp_path)


def test_a_time_of_toml_is_a_time(tmp_path: Path) -> None:
    file = tmp_path / "planproof.toml"
    file.write_text('[[waivers]]\nrule = "ORD001"\nreason = "r"\nby = "a"\nexpires = 2026-10-01T00:00:00Z\n')
    assert load_config(file, tmp_path)[0].waivers[0].expires.year == 2026


def test_a_file_that_is_not_there_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="cannot be read"):
        load_config(tmp_path / "planproof.toml", tmp_path)
