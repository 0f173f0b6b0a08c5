"""Programs that tell people something: mail, chat, a message on the terminal."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from planproof.effects.act import Act, Hazard, Ref, observe
from planproof.effects.tools.call import Args, Call, shown
from planproof.effects.tools.program import Program
from planproof.effects.tools.rest import tells_secret
from planproof.effects.tools.tool import Shell, does

_VALUED: Final = frozenset(
    {"-s", "-c", "-b", "-r", "-a", "-A", "-S", "-q", "-i", "-F", "-H", "-e", "-x", "--attach", "--to", "-t", "--from",
     "--server", "--body", "--header", "--subject", "-u", "--urgency"}
)  # fmt: skip


def _mail(call: Call, args: Args, _shell: Shell) -> Sequence[Act]:
    """A message; what is attached leaves with it."""
    if args.has("-e") and call.name in ("mail", "mailx"):
        return [observe(shown(call.text))]  # asks whether there is mail
    attached = tuple(Ref("file", name.lstrip("@")) for name in args.values("-a", "-A", "--attach"))
    hazards: tuple[Hazard, ...] = ()
    if any(tells_secret(ref.name) for ref in attached):
        hazards = ("discloses_secret",)
    elif attached:
        hazards = ("discloses",)
    to = tuple(Ref("person", name) for name in (args.operands or args.values("--to")))
    act = Act("notify", "compensable", shown(call.text), reads=attached, writes=to, operation=call.name)
    return [act._replace(hazards=hazards)]


TOOLS: Final = (
    Program(("mail", "mailx", "s-nail", "sendmail", "mutt", "swaks", "msmtp", "ssmtp"), _mail, valued=_VALUED),
    Program(
        ("slack", "slackcat", "wall", "notify-send", "apprise", "telegram-send", "ntfy"), does("notify", "compensable")
    ),
)
