"""Options by which programs that only look write or change something, and names that two tools share."""

from __future__ import annotations

import pytest

from planproof.effects import effect_of_command
from planproof.effects.tools.call import spelled_out
from planproof.model.plan import Command

ROWS = [
    ("shuf in", "observe", "read_only"),
    ("shuf -o out in", "modify", "compensable"),
    ("shuf --outp=out in", "modify", "compensable"),
    ("tree -o out", "modify", "compensable"),
    ("git log", "observe", "read_only"),
    ("git log --output=log.txt", "modify", "compensable"),
    ("mlr --icsv sort -f a x", "observe", "read_only"),
    ("mlr -I sort -f a x", "modify", "irreversible"),
    ("tidy -m x.html", "modify", "irreversible"),
    ("xmlstarlet ed -L -d //a x.xml", "modify", "irreversible"),
    ("xmlstarlet sel -t x.xml", "observe", "read_only"),
    ("ss -tlnp", "observe", "read_only"),
    ("ss -K dst 10.0.0.1", "shift", "compensable"),
    ("git reset --har", "destroy", "irreversible"),
    ("git reset --soft HEAD~1", "modify", "reversible"),
    ("sed --in-pl s/a/b/ f", "modify", "irreversible"),
    ("cp /dev/null /srv/x.db", "destroy", "irreversible"),
    ("cp /dev/null /tmp/x", "destroy", "compensable"),
    ("tee /srv/x.db < /dev/null", "destroy", "irreversible"),
    # Windows
    ("cmd /c 'rmdir /s /q data'", "destroy", "irreversible"),
    ("cmd /c 'rmdir data'", "destroy", "reversible"),
    ("cmd /c 'if not exist x (del y) else (dir)'", "destroy", "irreversible"),
    ("cmd /c 'for /d %i in (*) do @rd /s /q \"%i\"'", "destroy", "irreversible"),
    ("cmd.exe /C 'D^EL x'", "destroy", "irreversible"),
    ("cmd /c 'type nul > x'", "destroy", "irreversible"),
    ("cmd /c 'dir > nul 2>&1'", "observe", "read_only"),
    ("cmd /c 'start \"\" /b cmd /c del x'", "destroy", "irreversible"),
    ("cmd /c 'if %x% == 1 echo del'", "observe", "read_only"),
    ("cmd /c %TOOL%", "unknown", "unknown"),
    ("attrib +r x", "modify", "reversible"),
    ("attrib x", "observe", "read_only"),
    # Samba and Kerberos
    ("net user ann /delete", "destroy", "compensable"),
    ("net stop spooler", "shift", "reversible"),
    ("net view", "observe", "read_only"),
    ("net rpc user delete ann -U admin", "destroy", "compensable"),
    ("net rpc user", "observe", "read_only"),
    ("net ads leave", "destroy", "compensable"),
    ("net ads info", "observe", "read_only"),
    ("net conf drop", "destroy", "irreversible"),
    ("net rpc nonsense", "unknown", "unknown"),
    ("klist", "observe", "read_only"),
    ("klist -e", "observe", "read_only"),
    ("klist purge", "destroy", "compensable"),
    ("kdestroy -A", "destroy", "compensable"),
    # managers of versions
    ("rustup run stable rm -rf /srv/data", "destroy", "irreversible"),
    ("mise exec node@20 -- rm -rf /srv/data", "destroy", "irreversible"),
    ("mise run deploy", "unknown", "unknown"),
    ("nvm exec 20 ls", "observe", "read_only"),
    ("rustup toolchain uninstall nightly", "destroy", "compensable"),
    ("nvm ls", "observe", "read_only"),
]


@pytest.mark.parametrize(("command", "kind", "undo"), ROWS)
def test_options_and_shared_names(command: str, kind: str, undo: str) -> None:
    effect = effect_of_command(Command(run=command))
    assert (effect.kind, effect.reversibility) == (kind, undo)


POWERSHELL = [
    ("Set-Alias ls Remove-Item; ls C:\\data", "destroy"),
    ("& 'Remove-Item' C:\\data", "destroy"),
    ("&'Remove-Item' C:\\data", "destroy"),
    ("&{ Remove-Item C:\\data }", "destroy"),
    ("&('Re' + 'move-Item') C:\\data", "unknown"),
    ("Set-Alias say Write-Output; say x", "observe"),
]


@pytest.mark.parametrize(("command", "kind"), POWERSHELL)
def test_powershell_calls(command: str, kind: str) -> None:
    assert effect_of_command(Command(run=command, shell="powershell")).kind == kind


def test_an_option_that_two_begin_with_is_the_first_of_them() -> None:
    assert spelled_out(("--de", "--dep=x", "--x"), ("--delete", "--depth")) == ("--delete", "--depth=x", "--x")
