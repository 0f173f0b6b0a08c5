"""Samba's `net`, which shares its name with a command of Windows, and the programs of Kerberos.

Source: net(8) of Samba 4.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from planproof.effects.act import Act, changes, observe
from planproof.effects.tools.call import Args, Call, shown
from planproof.effects.tools.program import Program
from planproof.effects.tools.refs import here, operands
from planproof.effects.tools.tool import Shell, Tool, does, table

NET: Final = Tool(
    ("net",),
    {
        **table("""
            observe: rpc info, rpc testjoin, rpc user, rpc user info, rpc group, rpc group list, rpc group members, rpc share,
                rpc share list, rpc share allowedusers, rpc file, rpc file user, rpc trustdom list, rpc rights list,
                rpc rights privileges, rpc rights accounts, rpc registry enumerate, rpc registry enumerate_recursive,
                rpc registry getvalue, rpc registry getvalueraw, rpc registry getsd, rpc registry export, rpc service list,
                rpc service status, rpc printer list, rpc printer driver, rpc audit get, rpc audit list, rpc conf list,
                rpc conf listshares, rpc conf showshare, rpc conf getparm, rpc conf getincludes
            observe: ads info, ads status, ads testjoin, ads lookup, ads user, ads user info, ads group, ads search, ads sid,
                ads dn, ads printer search, ads printer info, ads keytab list, ads gpo list, ads gpo listall, ads gpo getgpo,
                ads workgroup, ads enctypes list, ads dns gethostbyname
            observe: groupmap list, idmap dump, idmap check, idmap get ranges, conf list, conf listshares, conf showshare,
                conf getparm, conf getincludes, usershare info, usershare list, sam show, sam list, sam listmem, sam policy list,
                sam policy show, sam rights list, registry enumerate, registry enumerate_recursive, registry getvalue,
                registry getvalueraw, registry getsd, registry export, registry check, cache list, cache search, cache get,
                lookup, lookup host, lookup ldap, lookup kdc, lookup dc, lookup pdc, lookup master, lookup name, lookup sid,
                lookup dsgetdcname, status, status sessions, status shares, getlocalsid, getdomainsid, maxrid, serverid list,
                eventlog dump, g_lock locks, g_lock dump, notify listen, help, user info, group members, time system, time zone
            create reversible: rpc user add, rpc group add, rpc share add, ads user add, ads group add, ads printer publish,
                groupmap add, conf addshare, rpc conf addshare, sam createlocalgroup, sam createdomaingroup,
                sam createbuiltingroup, registry createkey, rpc registry createkey, ads dns register, rpc trustdom add,
                rpc trustdom establish, user add, group add, share add
            modify compensable: ads join, rpc join, join, rpc oldjoin, ads keytab add, ads keytab create, ads keytab delete,
                ads enctypes set, ads enctypes delete, conf import, conf setparm, conf delparm, conf setincludes,
                conf delincludes, rpc conf setparm, rpc conf delparm, rpc conf setincludes, rpc conf delincludes, rpc conf import,
                groupmap modify, groupmap set, groupmap addmem, groupmap delmem, sam set, sam addmem, sam delmem,
                sam mapunixgroup, sam unmapunixgroup, sam policy set, sam provision, idmap restore, idmap set range,
                idmap set config, idmap secret, registry setvalue, registry increment, registry import, registry setsd_sddl,
                rpc registry setvalue, rpc registry import, rpc user rename, rpc user setprimarygroup, rpc group addmem,
                rpc group delmem, rpc group rename, rpc getsid, rpc vampire, rpc audit set, rpc audit enable, setlocalsid,
                setdomainsid, setauthuser, time set, cache add, eventlog import, ads setspn, ads user rename, group addmem, group delmem
            rotate compensable: rpc changetrustpw, ads changetrustpw, changesecretpw, changetrustpw, rpc user password,
                rpc password, ads password, user password, password
            destroy compensable: rpc user delete, rpc group delete, rpc share delete, ads user delete, ads group delete,
                ads leave, ads printer remove, ads dns unregister, rpc trustdom del, rpc trustdom revoke, groupmap delete,
                groupmap cleanup, conf delshare, rpc conf delshare, usershare delete, sam deletelocalgroup,
                sam deletedomaingroup, sam deletebuiltingroup, idmap delete mapping, idmap delete range, cache flush, cache del,
                user delete, group delete, share delete, leave
            destroy irreversible: conf drop, rpc conf drop, registry deletekey, registry deletekey_recursive,
                registry deletevalue, rpc registry deletekey, rpc registry deletevalue, ads keytab flush, eventlog clear
            shift reversible: rpc service start, rpc service stop, rpc service pause, rpc service resume
            shift compensable: rpc shutdown, rpc abortshutdown, rpc file close, file close, session close
        """),
        "usershare add": does("create", "reversible", "widens_access"),
        "rpc rights grant": does("modify", "reversible", "widens_access"),
        "rpc rights revoke": does("modify", "reversible"),
        "sam rights grant": does("modify", "reversible", "widens_access"),
        "sam rights revoke": does("modify", "reversible"),
        "rpc audit disable": does("modify", "reversible", "weakens_guard"),
    },
    valued=frozenset("-U --user -S --server -I --ipaddress -w --workgroup -W --target-workgroup -p --port -n -s".split()),
)  # fmt: skip
"""The verbs of Samba. Those of Windows stand in `windows`."""
_SHARED: Final = frozenset("user group share session file time".split())
"""First words that both know; Samba writes a verb behind them, Windows a name and options such as `/add`."""


_ALONE: Final = frozenset(verb.split()[0] for verb in NET.verbs) - _SHARED - {"help"}
"""First words that Samba alone knows."""


def is_samba(call: Call) -> bool:
    """Whether a call of `net` is one of Samba.

    Example:
        >>> is_samba(Call("net", ("ads", "leave"), "")), is_samba(Call("net", ("user", "ann", "/delete"), ""))
        (True, False)
    """
    if any(word[:1] == "/" for word in call.args):
        return False
    words = Args(call.args, NET.valued).operands
    if words[:1] and words[0].lower() in _ALONE:
        return True
    found = NET.verb([word.lower() for word in words])
    return found is not None and " " in found[0]


def _klist(call: Call, args: Args, _shell: Shell) -> Sequence[Act]:
    """Tickets are listed; `purge`, of Windows, throws them away."""
    if [word.lower() for word in args.operands[:1]] in (["purge"], ["purge_bind"]):
        return [changes("destroy", "compensable", shown(call.text), here("ticket")(args, call), "klist purge")]
    return [observe(shown(call.text), here("ticket")(args, call), "klist")]


TOOLS: Final = (
    Program(("klist",), _klist),
    Program(("kvno",), does("observe")),
    Program(("kinit", "kswitch"), does("modify", "reversible", refs=here("ticket"))),
    Program(("kdestroy",), does("destroy", "compensable", refs=here("ticket"))),
    Program(("kpasswd",), does("rotate", "compensable", refs=operands("user"))),
)
