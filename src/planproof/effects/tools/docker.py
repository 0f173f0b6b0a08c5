"""Docker, and podman and nerdctl, which take the same verbs."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from planproof.effects.act import Act, Hazard, Ref, observe
from planproof.effects.tools.call import EXPANDED, Args, Call, shown
from planproof.effects.tools.compose import TOOL as COMPOSE
from planproof.effects.tools.containers import OF_BUILD, OF_RUN, VALUED, copied, execute, run
from planproof.effects.tools.podman import PODMAN
from planproof.effects.tools.refs import grouped, operands, refs
from planproof.effects.tools.tool import By, Does, Entry, Shell, Tool, does, table
from planproof.effects.tools.writing import written


def _names(kind: str, skip: int) -> Does:
    """Looks at what it names."""
    return does("observe", refs=operands(kind, skip))


def _update(call: Call, args: Args, _shell: Shell) -> Sequence[Act]:
    """`node update --availability drain` moves work away."""
    kind = "shift" if args.value("--availability") in ("drain", "pause") else "modify"
    return [does(kind, "reversible").act(call, refs("node", args.operands[2:], call), "docker node update")]


def _scale(call: Call, args: Args, _shell: Shell) -> Sequence[Act]:
    stops = any(re.search(r"=0$", word) for word in args.operands)
    names = [word.partition("=")[0] for word in args.operands[2:]]
    act = does("shift" if stops else "modify", "reversible", inverse="docker service scale")
    return [act.act(call, refs("service", names, call), "docker service scale")]


def _build(call: Call, args: Args, _shell: Shell) -> Sequence[Act]:
    tags = refs("image", args.values("-t", "--tag"), call)
    pushed = args.has("--push") or "type=registry" in args.value("--output", "-o")
    act = does("create", "compensable" if pushed else "reversible").act(call, tags, "docker build")
    hazards: tuple[Hazard, ...] = ()
    if any(re.search(r"(?i)(password|token|secret|key)=.", word) for word in args.values("--build-arg")) and pushed:
        hazards = ("discloses_secret",)  # build arguments stand in the history of the image
    return [act._replace(hazards=hazards)]


def _saved(verb: str, kind: str) -> Entry:
    """`save`, `export`: an archive from which `load` or `import` brings it back."""

    def read(call: Call, args: Args, _shell: Shell) -> Sequence[Act]:
        skip = 2 if args.operands[0] in ("image", "container") else 1
        source = refs(kind, args.operands[skip:], call)
        target = args.value("-o", "--output")
        if not target:
            return [observe(shown(call.text), source, f"docker {verb}")]
        act = written(target, shown(call.text), within=call.within)
        if act.kind == "modify":
            act = act._replace(kind="create", undo="reversible")
        return [act._replace(reads=source, produces=act.writes, operation=f"docker {verb}")]

    return read


def _loaded(call: Call, args: Args, _shell: Shell) -> Sequence[Act]:
    read = refs("file", [args.value("-i", "--input")], call)
    images = tuple(Ref("image", ref.name) for ref in read)
    return [does("create", "reversible").act(call, (), "docker load")._replace(reads=read, restores=images)]


def _prune_system(call: Call, args: Args, _shell: Shell) -> Sequence[Act]:
    undo = "irreversible" if args.has("--volumes") or any(EXPANDED in word for word in call.args) else "compensable"
    touched = [Ref("container", "*", call.within), Ref("image", "*", call.within), Ref("network", "*", call.within)]
    touched += [Ref("volume", "*", call.within)] if undo == "irreversible" else []
    return [does("destroy", undo).act(call, touched, "docker system prune")]


def _all_of(kind: str, undo: str) -> Does:
    def find(_args: Args, call: Call) -> tuple[Ref, ...]:
        return (Ref(kind, "*", call.within),)

    return does("destroy", "irreversible" if undo == "irreversible" else "compensable", refs=find)


def _compose(call: Call, args: Args, shell: Shell) -> Sequence[Act] | None:
    """`docker compose` reads its own options, of which some mean something else to docker."""
    return COMPOSE.read(call._replace(args=tuple(args.rest)), shell)


def _container(skip: int) -> dict[str, Entry]:
    """Verbs of containers: `docker rm` and `docker container rm`."""
    these = operands("container", skip)
    first = operands("container", skip, 1)
    looks: Entry = _names("container", skip)
    gone, lost = does("destroy", "compensable", refs=these), does("destroy", "irreversible", refs=these)
    return {
        **dict.fromkeys(
            ("diff", "inspect", "logs", "port", "stats", "top", "wait", "exists", "mount", "umount"), looks
        ),
        "attach": looks,
        "commit": does("create", "reversible", produces=True, refs=operands("image", skip + 1, 1)),
        "cp": copied,
        "create": run,
        "run": run,
        "exec": execute,
        "export": _saved("export", "container"),
        "kill": does("shift", "compensable", refs=these),
        "pause": does("shift", "reversible", inverse="docker unpause", refs=these),
        "unpause": does("shift", "reversible", inverse="docker pause", refs=these),
        "rename": does("modify", "reversible", inverse="docker rename", refs=first),
        "restart": does("shift", "reversible", refs=these),
        "start": does("shift", "reversible", inverse="docker stop", refs=these),
        "stop": does("shift", "reversible", inverse="docker start", refs=these),
        "rm": By(gone, {"-v --volumes": lost}),
        "update": does("modify", "reversible", refs=these),
    }


def _image(skip: int) -> dict[str, Entry]:
    these = operands("image", skip)
    return {
        "build": _build,
        "history": _names("image", skip),
        "import": does("create", "reversible", restores=True, refs=operands("image", skip + 1, 1)),
        "load": _loaded,
        "pull": does("create", "reversible", refs=these),
        "push": does("create", "compensable", refs=these),
        "save": _saved("save", "image"),
        "tag": does("create", "reversible", refs=operands("image", skip + 1, 1)),
    }


def _under(group: str, verbs: dict[str, Entry]) -> dict[str, Entry]:
    return {f"{group} {verb}": entry for verb, entry in verbs.items()}


_IMAGES_GONE: Final = does("destroy", "compensable", refs=operands("image", 1))
_IMAGES_GONE_2: Final = does("destroy", "compensable", refs=operands("image", 2))
_VOLUMES_GONE: Final = does("destroy", "irreversible", refs=operands("volume", 2))

VERBS: Final[dict[str, Entry]] = {
    **table("""
observe: events, images, info, ps, search, version, container ls, container ps, container list, image ls, image list
observe: image inspect, inspect, network ls, network list, network inspect, node ls, node list, node inspect, node ps
observe: plugin ls, plugin list, plugin inspect, secret ls, secret list, secret inspect, service ls, service list
observe: service inspect, service logs, service ps, stack ls, stack ps, stack services, stack config, swarm join-token
observe: swarm unlock-key, system df, system events, system info, system dial-stdio, trust inspect, volume ls
observe: volume list, volume inspect, config ls, config list, config inspect, context ls, context list, context inspect
observe: context show, checkpoint ls, checkpoint list, manifest inspect, buildx ls, buildx inspect, buildx du
observe: buildx version, buildx history ls, buildx history inspect, buildx history logs, buildx imagetools inspect
observe: scout, scout quickview, scout cves, scout compare, scout recommendations, sbom, buildx history open, dial-stdio
observe: model ls, model list, model ps, model status, model df, model inspect, model logs, model version
observe: desktop status
observe: stack list, trust view, buildx dial-stdio, buildx history export, buildx history trace
create reversible: network create, volume create, secret create, config create, context create, context import
create reversible: context export, checkpoint create, manifest create, plugin create, plugin install, buildx create
create reversible: service create, trust key generate, trust key load, init, model pull, model run, model package, debug
create compensable: manifest push, plugin push, trust sign, buildx imagetools create, model push
modify reversible: login, logout, network connect, network disconnect, node promote, node demote, plugin enable
modify reversible: plugin set, service update, volume update, context use, context update, buildx use, manifest annotate
modify reversible: swarm update, swarm unlock, buildx install, buildx uninstall, trust signer add, buildx history import
modify compensable: swarm init, swarm join, plugin upgrade, trust signer remove, plugin disable, stack deploy, stack up
shift reversible: buildx stop, desktop start, desktop stop, desktop restart
shift compensable: swarm leave, model unload, model stop
destroy compensable: network prune, builder prune, buildx prune, buildx rm, context rm, context remove, manifest rm
destroy compensable: checkpoint rm, checkpoint remove, plugin rm, plugin remove, config rm, config remove, node rm
destroy compensable: node remove, service rm, service remove, stack rm, stack remove, stack down, buildx history rm
destroy compensable: trust revoke, model rm, model purge, network rm, network remove
destroy irreversible: secret rm, secret remove
"""),
    **_container(1),
    **_under("container", _container(2)),
    **_image(1),
    **_under("image", _image(2)),
    "builder build": _build,
    "buildx build": _build,
    "buildx b": _build,
    "buildx bake": By(does("create", "reversible"), {"--push": does("create", "compensable")}),
    "rmi": _IMAGES_GONE,
    "image rm": _IMAGES_GONE_2,
    "image remove": _IMAGES_GONE_2,
    "image prune": _all_of("image", "compensable"),
    "container prune": _all_of("container", "compensable"),
    "volume rm": _VOLUMES_GONE,
    "volume remove": _VOLUMES_GONE,
    "volume prune": _all_of("volume", "irreversible"),
    "system prune": _prune_system,
    "stack deploy": By(
        does("modify", "compensable", refs=operands("stack", 2)),
        {"--prune": does("destroy", "compensable", refs=operands("stack", 2))},
    ),
    "service update": does("modify", "reversible", inverse="docker service rollback", refs=operands("service", 2)),
    "service rollback": does("shift", "reversible", restores=True, refs=operands("service", 2)),
    "service scale": _scale,
    "node update": _update,
    "swarm leave": By(does("shift", "compensable"), {"-f --force": does("destroy", "irreversible")}),
    "swarm ca": By(does("observe"), {"--rotate": does("rotate", "compensable")}),
    "swarm join-token": By(does("observe"), {"--rotate": does("rotate", "compensable")}),
    "swarm unlock-key": By(does("observe"), {"--rotate": does("rotate", "compensable")}),
    "swarm update": By(
        does("modify", "reversible"), {"--autolock=false": does("modify", "reversible", "weakens_guard")}
    ),
    "plugin install": By(
        does("create", "reversible"), {"--grant-all-permissions": does("create", "reversible", "widens_access")}
    ),
    "compose": _compose,
}

_STARTS: Final = {
    **{f"{group}{verb}": 1 for group in ("", "container ") for verb in ("exec", "run", "create")},
    "debug": 1,
    "compose": 0,
}
_OWN: Final = {
    **{f"{group}{verb}": OF_RUN for group in ("", "container ") for verb in ("exec", "run", "create", "debug")},
    **{f"{group}build": OF_BUILD for group in ("", "image ", "builder ", "buildx ")},
    **dict.fromkeys(
        ("load", "image load", "import", "image import"), frozenset({"-i", "--input", "-c", "-m", "--platform"})
    ),
}

TOOLS: Final = (
    Tool(("docker",), VERBS, VALUED, _OWN, refs=grouped, bare=does("observe"), starts=_STARTS),
    Tool(
        ("podman", "nerdctl"),
        {**VERBS, **PODMAN},
        VALUED,
        _OWN,
        refs=grouped,
        bare=does("observe"),
        starts=_STARTS | {"unshare": 0},
    ),
)
