"""PowerShell and the commands of Windows."""

from __future__ import annotations

import pytest

from planproof.effects import effect_of_command
from planproof.model.plan import Command


def effect(run: str) -> str:
    found = effect_of_command(Command(run=run, shell="powershell"))
    return f"{found.kind}/{found.reversibility}"


@pytest.mark.parametrize(
    ("run", "expected"),
    [
        ("Get-Process", "observe/read_only"),
        ("Get-Service | Where-Object { $_.Status -eq 'Stopped' } | Sort-Object Name", "observe/read_only"),
        ("Remove-Item C:\\data -Recurse", "destroy/irreversible"),
        ("Remove-Item C:\\data -WhatIf", "observe/read_only"),
        ("Remove-Item C:\\data -WhatIf:$false", "destroy/irreversible"),
        ("rm -r C:\\data", "destroy/irreversible"),
        ("Get-ChildItem *.log | Remove-Item", "destroy/irreversible"),
        ("Get-ChildItem | ForEach-Object { Remove-Item $_ }", "destroy/irreversible"),
        ("if (Test-Path a) { Remove-Item a }", "destroy/irreversible"),
        ("foreach ($f in $files) { Remove-Item $f }", "destroy/irreversible"),
        ("$x = Remove-Item a", "destroy/irreversible"),
        ('"$(Remove-Item a)"', "destroy/irreversible"),
        ("'$(Remove-Item a)'", "observe/read_only"),
        ('Write-Host "Remove-Item a; b"', "observe/read_only"),
        ("# Remove-Item a", "observe/read_only"),
        ("<# Remove-Item a #> Get-Date", "observe/read_only"),
        ("function Clean { Remove-Item a }", "observe/read_only"),
        ("function Clean { Remove-Item a }; Clean", "destroy/irreversible"),
        ("& { Remove-Item a }", "destroy/irreversible"),
        ("& $command", "unknown/unknown"),
        ("Invoke-Expression $x", "unknown/unknown"),
        ("iex (iwr https://x.example)", "unknown/unknown"),
        ("Invoke-Expression 'Remove-Item a'", "destroy/irreversible"),
        (".\\deploy.ps1", "unknown/unknown"),
        (". .\\lib.ps1", "unknown/unknown"),
        ("Frobnicate-Disk 1", "unknown/unknown"),
        ("[System.IO.File]::Delete('a')", "destroy/irreversible"),
        ("Get-Item a | % { $_.Delete() }", "destroy/irreversible"),
        ("Invoke-Sqlcmd -Query 'DROP TABLE a' -Database b", "destroy/irreversible"),
        ("Invoke-Sqlcmd -Query 'SELECT 1'", "observe/read_only"),
        ("git reset --hard", "destroy/irreversible"),
        ("git status", "observe/read_only"),
        ("Restart-Service a", "shift/reversible"),
        ("Stop-Process -Name a -Force", "shift/compensable"),
        ("Stop-Computer", "shift/compensable"),
        ("Set-Service a -StartupType Disabled", "modify/reversible"),
        ("Set-Content a.txt b", "modify/irreversible"),
        ("'b' | Out-File a.txt -Append", "modify/reversible"),
        ("Get-Date > a.txt", "modify/irreversible"),
        ("Copy-Item a b", "modify/irreversible"),
        ("New-Item a", "create/reversible"),
        ("Checkpoint-VM -Name a", "create/reversible"),
        ("Format-Volume -DriveLetter E", "destroy/irreversible"),
        ("Format-Table", "observe/read_only"),
        ("Clear-EventLog -LogName Security", "destroy/irreversible"),
        ("Remove-ADGroupMember -Identity a -Members b", "modify/compensable"),
        ("Send-MailMessage -To a@x.example -Subject b", "notify/compensable"),
        ("Set-ADAccountPassword -Identity a", "rotate/compensable"),
        ("Invoke-RestMethod -Method Delete https://x.example/a", "destroy/irreversible"),
        ("Invoke-RestMethod https://x.example/a", "observe/read_only"),
        ("Invoke-RestMethod -Method Post https://x.example/a", "unknown/unknown"),
        ("Invoke-Command -ComputerName a -ScriptBlock { Remove-Item b }", "destroy/irreversible"),
        ("Get-Content @{a = (Get-Date)}", "observe/read_only"),
    ],
)
def test_powershell(run: str, expected: str) -> None:
    assert effect(run) == expected


@pytest.mark.parametrize(
    ("run", "expected"),
    [
        ('cmd /c "del /q C:\\data"', "destroy/irreversible"),
        ("cmd /c dir", "observe/read_only"),
        ("vssadmin delete shadows /all", "destroy/irreversible"),
        ("vssadmin list shadows", "observe/read_only"),
        ("wevtutil cl Security", "destroy/irreversible"),
        ("reg delete HKLM\\Software\\A /f", "destroy/irreversible"),
        ("reg query HKLM\\Software\\A", "observe/read_only"),
        ("sc stop a", "shift/reversible"),
        ("schtasks /query", "observe/read_only"),
        ("schtasks /delete /tn a /f", "destroy/compensable"),
        ("taskkill /f /im a.exe", "shift/compensable"),
        ("robocopy a b /MIR", "destroy/irreversible"),
        ("robocopy a b /MIR /L", "observe/read_only"),
        ("net user ann /delete", "destroy/compensable"),
        ("net user", "observe/read_only"),
        ("net stop a", "shift/reversible"),
        ("format E: /q", "destroy/irreversible"),
        ("bcdedit", "observe/read_only"),
    ],
)
def test_windows(run: str, expected: str) -> None:
    assert effect(run) == expected


@pytest.mark.parametrize(
    ("run", "expected"),
    [
        ("vssadmin delete shadows /all", ("weakens_guard",)),
        ("wevtutil cl Security", ("weakens_guard",)),
        ("Set-NetFirewallProfile -All -Enabled False", ("weakens_guard",)),
        ("Set-NetFirewallProfile -All -Enabled True", ()),
        ("Set-MpPreference -DisableRealtimeMonitoring $true", ("weakens_guard",)),
        ("net stop WinDefend", ("weakens_guard",)),
        ("Add-LocalGroupMember -Group Administrators -Member ann", ("widens_access",)),
        ("Add-LocalGroupMember -Group Readers -Member ann", ()),
    ],
)
def test_hazards(run: str, expected: tuple[str, ...]) -> None:
    assert effect_of_command(Command(run=run, shell="powershell")).hazards == expected


@pytest.mark.parametrize("run", ["<# a comment", "@'\nRemove-Item a\n", '@"\na', "<#>"])
def test_what_is_never_closed_is_unknown(run: str) -> None:
    assert effect(run) == "unknown/unknown"


def test_work_is_bounded() -> None:
    assert effect("{" * 60_000) == "unknown/unknown"
    assert effect("& {" * 100 + "Get-Date" + "}" * 100) == "unknown/unknown"
