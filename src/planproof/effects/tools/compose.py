"""Compose: `docker compose`, and the older docker-compose and podman-compose."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from planproof.effects.act import Act, Ref
from planproof.effects.tools.call import EXPANDED, Args, Call
from planproof.effects.tools.containers import OF_RUN, copied, execute, host_hazards
from planproof.effects.tools.refs import refs
from planproof.effects.tools.tool import By, Does, Entry, Shell, Tool, does, table

_VALUED: Final = frozenset(
    "-f -p -t --file --project-name --project-directory --profile --env-file --ansi --progress --parallel --timeout"
    " --signal --scale --pull --index --since --until --tail -n --format --filter --output -o --build-arg --memory"
    " --ssh --attach --no-attach --exit-code-from --wait-timeout --resolve-image-digests --policy -H --host --context"
    " --tlscacert --tlscert --tlskey --builder --abort-on-container-failure --status --hash".split()
)
_OF_RUN: Final = (OF_RUN - {"-c", "-h", "-m"}) | _VALUED - {"-t", "-n"}
_OWN: Final = {"run": _OF_RUN, "exec": _OF_RUN}
_STARTS: Final = {"exec": 1, "run": 1}


def _services(args: Args, call: Call) -> tuple[Ref, ...]:
    project = args.value("-p", "--project-name")
    return refs("service", args.operands[1:] or ["*"], call, project)


def _down(call: Call, args: Args, _shell: Shell) -> Sequence[Act]:
    """Containers and networks go; with `-v` their volumes, too."""
    project = args.value("-p", "--project-name")
    touched = list(_services(args, call))
    volumes = args.has("-v", "--volumes") or any(EXPANDED in word for word in args.operands)
    touched += refs("volume", ["*"], call, project) if volumes else ()
    return [does("destroy", "irreversible" if volumes else "compensable").act(call, touched, "docker compose down")]


_WITH_VOLUMES: Final = re.compile(r"-[a-z]*v[a-z]*|--volumes")


def _rm(call: Call, args: Args, _shell: Shell) -> Sequence[Act]:
    """`-v` takes volumes along. Its `-f` has no value, unlike the `-f` before the verb, so words are looked at."""
    words = call.args[call.args.index("rm") :] if "rm" in call.args else call.args
    volumes = any(_WITH_VOLUMES.fullmatch(word) for word in words)
    act = does("destroy", "irreversible" if volumes else "compensable")
    return [act.act(call, _services(args, call), "docker compose rm")]


def _run(call: Call, args: Args, shell: Shell) -> Sequence[Act]:
    """A new container of a service, and what the command does there. Without one its image decides."""
    service = args.operands[1:][:1]
    act = does("create", "reversible", *host_hazards(args)).act(
        call, refs("service", service, call), "docker compose run"
    )
    return (
        [act, *shell.argv(args.rest, stdin=call.stdin, fed=call.fed, within="".join(service))] if args.rest else [act]
    )


def _scale(call: Call, args: Args, _shell: Shell) -> Sequence[Act]:
    words = [word.partition("=") for word in args.operands[1:]]
    kind = "shift" if any(count == "0" for _, _, count in words) else "modify"
    act = does(kind, "reversible", inverse="docker compose scale")
    return [act.act(call, refs("service", [name for name, _, _ in words], call), "docker compose scale")]


def _looks() -> Does:
    return does("observe", refs=_services)


_COMPOSE: Final[dict[str, Entry]] = {
    **table("""
observe: config, convert, events, images, logs, ls, port, ps, stats, top, version, volumes, attach, watch, help
observe: alpha viz, alpha dry-run, viz, bridge, bridge transformations
create reversible: alpha generate, generate
"""),
    "wait": By(_looks(), {"--down-project": does("destroy", "compensable")}),
    **{verb: _looks() for verb in ("ps", "logs", "top", "port", "stats", "images")},
    "build": By(
        does("create", "reversible", refs=_services), {"--push": does("create", "compensable", refs=_services)}
    ),
    "pull": does("create", "reversible", refs=_services),
    "push": does("create", "compensable", refs=_services),
    "publish": does("create", "compensable"),
    "alpha publish": does("create", "compensable"),
    "commit": does("create", "reversible", produces=True, refs=_services),
    "export": does("create", "reversible", produces=True, refs=_services),
    "create": By(
        does("create", "reversible", refs=_services),
        {"--force-recreate --remove-orphans": does("destroy", "compensable", refs=_services)},
    ),
    "up": By(
        does("modify", "compensable", refs=_services),
        {
            "-V --renew-anon-volumes": does("destroy", "irreversible", refs=_services),
            "--remove-orphans": does("destroy", "compensable", refs=_services),
        },
    ),
    "cp": copied,
    "exec": execute,
    "run": _run,
    "start": does("shift", "reversible", inverse="docker compose stop", refs=_services),
    "stop": does("shift", "reversible", inverse="docker compose start", refs=_services),
    "restart": does("shift", "reversible", refs=_services),
    "pause": does("shift", "reversible", inverse="docker compose unpause", refs=_services),
    "unpause": does("shift", "reversible", inverse="docker compose pause", refs=_services),
    "kill": does("shift", "compensable", refs=_services),
    "rm": _rm,
    "down": _down,
    "scale": _scale,
}

TOOL: Final = Tool(
    ("docker-compose", "podman-compose"),
    _COMPOSE,
    _VALUED,
    _OWN,
    frozenset({"--dry-run"}),
    bare=does("observe"),
    starts=_STARTS,
)
TOOLS: Final = (TOOL,)
