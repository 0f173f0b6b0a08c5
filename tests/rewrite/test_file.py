import os
import stat
from pathlib import Path

import pytest

from planproof.rewrite import replace_file


def test_the_file_has_the_new_content_and_its_old_permissions(tmp_path: Path) -> None:
    file = tmp_path / "plan.json"
    file.write_bytes(b"old")
    file.chmod(0o640)

    replace_file(file, b"new\r\n")

    assert file.read_bytes() == b"new\r\n"
    assert stat.S_IMODE(file.stat().st_mode) == 0o640
    assert [*tmp_path.iterdir()] == [file]


def test_a_link_stays_one(tmp_path: Path) -> None:
    file, link = tmp_path / "plan.json", tmp_path / "link.json"
    file.write_bytes(b"old")
    link.symlink_to(file)

    replace_file(link, b"new")

    assert link.is_symlink()
    assert file.read_bytes() == b"new"


def test_a_new_file_is_as_readable_as_any(tmp_path: Path) -> None:
    umask = os.umask(0o022)
    try:
        replace_file(tmp_path / "plan.json", b"new")
    finally:
        os.umask(umask)

    assert stat.S_IMODE((tmp_path / "plan.json").stat().st_mode) == 0o644


@pytest.mark.parametrize("broken", ["replace", "chmod"])
def test_when_it_fails_the_old_file_is_there_whole(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, broken: str
) -> None:
    file = tmp_path / "plan.json"
    file.write_bytes(b"old")

    def fail(*_: object) -> None:
        raise OSError("no space left")

    monkeypatch.setattr(Path, broken, fail)

    with pytest.raises(OSError, match="no space left"):
        replace_file(file, b"new")

    assert file.read_bytes() == b"old"
    assert [*tmp_path.iterdir()] == [file]
