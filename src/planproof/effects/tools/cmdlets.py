"""Cmdlets of PowerShell: what a verb does, and the nouns with which it does more or less."""

from __future__ import annotations

import re
from typing import Final

from planproof.effects.act import Hazard
from planproof.effects.lattice import Kind, Undo

ALIASES: Final[dict[str, str]] = {
    "rm": "Remove-Item",
    "del": "Remove-Item",
    "erase": "Remove-Item",
    "ri": "Remove-Item",
    "rd": "Remove-Item",
    "rmdir": "Remove-Item",
    "cp": "Copy-Item",
    "copy": "Copy-Item",
    "cpi": "Copy-Item",
    "mv": "Move-Item",
    "move": "Move-Item",
    "mi": "Move-Item",
    "ren": "Rename-Item",
    "rni": "Rename-Item",
    "ls": "Get-ChildItem",
    "dir": "Get-ChildItem",
    "gci": "Get-ChildItem",
    "cat": "Get-Content",
    "gc": "Get-Content",
    "type": "Get-Content",
    "echo": "Write-Output",
    "write": "Write-Output",
    "cd": "Set-Location",
    "chdir": "Set-Location",
    "sl": "Set-Location",
    "pwd": "Get-Location",
    "gl": "Get-Location",
    "ps": "Get-Process",
    "gps": "Get-Process",
    "kill": "Stop-Process",
    "spps": "Stop-Process",
    "gsv": "Get-Service",
    "sasv": "Start-Service",
    "spsv": "Stop-Service",
    "?": "Where-Object",
    "where": "Where-Object",
    "%": "ForEach-Object",
    "foreach": "ForEach-Object",
    "select": "Select-Object",
    "sort": "Sort-Object",
    "measure": "Measure-Object",
    "group": "Group-Object",
    "ft": "Format-Table",
    "fl": "Format-List",
    "fw": "Format-Wide",
    "fc": "Format-Custom",
    "gm": "Get-Member",
    "sls": "Select-String",
    "ni": "New-Item",
    "md": "New-Item",
    "mkdir": "New-Item",
    "si": "Set-Item",
    "gi": "Get-Item",
    "gp": "Get-ItemProperty",
    "sp": "Set-ItemProperty",
    "rp": "Remove-ItemProperty",
    "clc": "Clear-Content",
    "cli": "Clear-Item",
    "ac": "Add-Content",
    "tee": "Tee-Object",
    "iwr": "Invoke-WebRequest",
    "irm": "Invoke-RestMethod",
    "curl": "Invoke-WebRequest",
    "wget": "Invoke-WebRequest",
    "iex": "Invoke-Expression",
    "icm": "Invoke-Command",
    "saps": "Start-Process",
    "start": "Start-Process",
    "sleep": "Start-Sleep",
    "cls": "Clear-Host",
    "clear": "Clear-Host",
    "h": "Get-History",
    "history": "Get-History",
    "gcim": "Get-CimInstance",
    "gwmi": "Get-WmiObject",
    "ipmo": "Import-Module",
    "rmo": "Remove-Module",
    "gcm": "Get-Command",
    "gal": "Get-Alias",
    "man": "Get-Help",
    "help": "Get-Help",
    "diff": "Compare-Object",
    "compare": "Compare-Object",
    "oh": "Out-Host",
    "ogv": "Out-GridView",
    "gjb": "Get-Job",
    "rcjb": "Receive-Job",
    "pushd": "Push-Location",
    "popd": "Pop-Location",
    "gv": "Get-Variable",
    "sv": "Set-Variable",
    "epcsv": "Export-Csv",
    "ipcsv": "Import-Csv",
    "iwmi": "Invoke-WmiMethod",
    "icim": "Invoke-CimMethod",
}
"""Short names of cmdlets, those of Windows and of other shells among them."""
_VERBS: Final[dict[str, tuple[Kind, Undo]]] = {
    **dict.fromkeys(
        "get test measure select sort group where foreach compare format find show resolve out convertto convertfrom split join trace watch read search wait"
        " debug ping confirm assert limit tee use".split(),
        ("observe", "read_only"),
    ),
    **dict.fromkeys(
        "new add register import install expand publish mount connect initialize copy save checkpoint backup export".split(),
        ("create", "reversible"),
    ),
    **dict.fromkeys(
        "set update edit rename enable disable grant revoke protect unprotect block unblock lock unlock optimize resize merge sync convert switch"
        " move push pop enter exit suspend resume complete approve deny undo dismount disconnect mount connect hide request".split(),
        ("modify", "reversible"),
    ),
    **dict.fromkeys("start restart stop".split(), ("shift", "reversible")),
    **dict.fromkeys("remove uninstall unregister unpublish".split(), ("destroy", "compensable")),
    **dict.fromkeys("clear".split(), ("destroy", "irreversible")),
    **dict.fromkeys("reset repair restore".split(), ("modify", "compensable")),
    **dict.fromkeys("send".split(), ("notify", "compensable")),
    **dict.fromkeys("write".split(), ("observe", "read_only")),
}
"""By approved verb, where the table below does not hold the cmdlet."""

_CMDLETS: Final[dict[str, tuple[Kind, Undo]]] = {
    **dict.fromkeys(
        "remove-item remove-aduser remove-adcomputer remove-adobject remove-adorganizationalunit remove-vm remove-vmsnapshot remove-vmcheckpoint"
        " remove-virtualdisk remove-storagepool remove-partition remove-volume remove-mailbox remove-storedcredential remove-wbbackupset remove-wbcatalog"
        " remove-azresourcegroup remove-azstorageaccount remove-azsqldatabase remove-azvm remove-azdisk remove-azkeyvault remove-azkeyvaultsecret"
        " remove-azstoragecontainer remove-azstorageblob remove-itemproperty remove-eventlog remove-dfsreplicatedfolder remove-clustergroup remove-cluster"
        " remove-physicaldisk remove-sqldatabase remove-dbadatabase remove-s3bucket remove-s3object remove-ec2snapshot remove-rdsdbinstance remove-msoluser"
        " remove-mguser remove-mggroup remove-pnpfile remove-pnplist remove-spsite remove-team remove-computerrestorepoint"
        " clear-disk clear-content clear-eventlog clear-recyclebin clear-item clear-itemproperty format-volume reset-physicaldisk"
        " restore-vmsnapshot restore-vmcheckpoint".split(),
        ("destroy", "irreversible"),
    ),
    **dict.fromkeys(
        "clear-dnsclientcache clear-dnsservercache clear-arpcache clear-bccache clear-variable".split(),
        ("destroy", "compensable"),
    ),
    **dict.fromkeys("clear-host clear-history".split(), ("observe", "read_only")),
    **dict.fromkeys(
        "remove-variable remove-module remove-pssession remove-job remove-event remove-psbreakpoint remove-alias remove-pssnapin remove-typedata".split(),
        ("observe", "read_only"),
    ),
    **dict.fromkeys(
        "remove-adgroupmember remove-localgroupmember remove-netfirewallrule remove-psdrive remove-smbshareaccess remove-netipaddress remove-netroute"
        " remove-azroleassignment remove-azaccount".split(),
        ("modify", "compensable"),
    ),
    **dict.fromkeys(
        "remove-netipaddress remove-netroute new-netipaddress new-netroute".split(), ("shift", "reversible")
    ),
    **dict.fromkeys("stop-process stop-computer stop-job kill".split(), ("shift", "compensable")),
    **dict.fromkeys(
        "stop-vm move-clustergroup move-vm move-clustersharedvolume suspend-clusternode resume-clusternode failover-vm switch-adreplication"
        " disable-netadapter enable-netadapter move-addirectoryserveroperationmasterrole suspend-vm resume-vm restart-netadapter"
        " suspend-service resume-service".split(),
        ("shift", "reversible"),
    ),
    **dict.fromkeys(
        "out-file set-content copy-item move-item export-csv export-clixml set-item".split(), ("modify", "irreversible")
    ),
    **dict.fromkeys(
        "add-content tee-object add-adgroupmember add-localgroupmember add-dnsserverresourcerecord add-mailboxpermission add-adpermission"
        " add-roleassignment add-mailboxfolderpermission add-vmnetworkadapter add-vmharddiskdrive add-computer add-netnatstaticmapping".split(),
        ("modify", "reversible"),
    ),
    **dict.fromkeys(
        "out-null out-host out-string out-default out-gridview out-printer write-host write-output write-verbose write-warning write-error write-debug"
        " write-information write-progress new-object new-timespan new-guid new-variable new-pssession new-alias set-location set-variable set-alias"
        " set-strictmode set-psdebug import-module import-csv import-clixml import-powershelldatafile enter-pssession exit-pssession"
        " start-sleep start-transcript stop-transcript push-location pop-location add-type add-member update-typedata"
        " connect-azaccount connect-mggraph connect-exchangeonline connect-viserver disconnect-viserver set-azcontext select-azsubscription"
        " update-help receive-job read-host new-cimsession new-psdrive".split(),
        ("observe", "read_only"),
    ),
    **dict.fromkeys("set-adaccountpassword reset-computermachinepassword".split(), ("rotate", "compensable")),
    **dict.fromkeys(
        "install-module install-package install-script update-module install-windowsfeature add-windowsfeature enable-windowsoptionalfeature"
        " install-windowsupdate update-script add-windowspackage add-appxpackage add-appxprovisionedpackage dism".split(),
        ("modify", "compensable"),
    ),
    **dict.fromkeys(
        "update-sqldatabase initialize-disk set-partition resize-partition set-disk".split(), ("modify", "irreversible")
    ),
    "write-eventlog": ("notify", "compensable"),
    "start-dscconfiguration": ("unknown", "unknown"),
}
_PRODUCES: Final = frozenset(
    {
        "checkpoint-vm",
        "checkpoint-computer",
        "backup-sqldatabase",
        "start-wbbackup",
        "export-vm",
        "backup-gpo",
        "backup-dbadatabase",
        "compress-archive",
        "backup-webconfiguration",
        "export-bitlockerkey",
        "new-vmsnapshot",
    }
)
_RESTORES: Final = frozenset(
    {
        "restore-sqldatabase",
        "restore-vmsnapshot",
        "restore-vmcheckpoint",
        "start-wbfilerecovery",
        "restore-adobject",
        "restore-gpo",
        "restore-dbadatabase",
        "restore-webconfiguration",
        "expand-archive",
    }
)
_GUARD: Final = re.compile(
    r"(disable|remove|stop|set|clear)-(netfirewall(rule|profile)|mppreference|bitlocker\w*|windowsdefender\w*|eventlog|auditpolicy|wbpolicy|wbsummary|"
    r"adbackup|dlp\w*|mfa\w*|transportrule|executionpolicy)"
)
_ACCESS: Final = frozenset(
    "add-adgroupmember add-localgroupmember set-acl grant-smbshareaccess add-adpermission add-mailboxpermission new-azroleassignment"
    " enable-psremoting new-netfirewallrule add-roleassignment add-mailboxfolderpermission".split()
)
_POWERFUL: Final = re.compile(
    r"(?i)\b(administrators?|domain admins|enterprise admins|schema admins|owner|fullcontrol|everyone|remote desktop users)\b"
)


def cmdlet(name: str, text: str) -> tuple[Kind, Undo, tuple[Hazard, ...]] | None:
    """What a cmdlet does and endangers; None for a verb that nobody knows.

    Args:
        name: its name, in any case: `Remove-Item`.
        text: the whole call, for the hazards that its arguments decide.

    Example:
        >>> cmdlet("Get-Service", ""), cmdlet("Frobnicate-Disk", "")
        (('observe', 'read_only', ()), None)
    """
    lower = name.lower()
    found = _CMDLETS.get(lower) or _VERBS.get(lower.partition("-")[0])
    if found is None:
        return None
    hazards: list[Hazard] = []
    if lower in _ACCESS and (_POWERFUL.search(text) or lower in ("set-acl", "enable-psremoting")):
        hazards.append("widens_access")
    switched = re.search(
        r"(?i)(-enabled\s+(\$?false|0)|-disable\w*\s+\$?true|-scope\s|unrestricted|bypass)", text
    ) or not lower.startswith("set-")
    if _GUARD.fullmatch(lower) and switched:
        hazards.append("weakens_guard")
    return (*found, tuple(hazards))


def produces(name: str) -> bool:
    """Whether a cmdlet makes something that can bring things back."""
    return name.lower() in _PRODUCES


def restores(name: str) -> bool:
    """Whether a cmdlet brings something back."""
    return name.lower() in _RESTORES
