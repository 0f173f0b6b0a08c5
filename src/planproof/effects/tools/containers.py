"""Containers: what running a command in one does, and copying to and from it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from planproof.effects.act import Act, Hazard, Ref, unknown
from planproof.effects.tools.call import EXPANDED, Args, Call, shown
from planproof.effects.tools.refs import plain, refs
from planproof.effects.tools.tool import Shell, does
from planproof.effects.tools.writing import written

VALUED: Final = frozenset(
    "-H -c -o -n -m --config --context --host --log-level --tlscacert --tlscert --tlskey --filter --format --output"
    " --input --since --until --tail --time --timeout --signal --change --message --author --platform --driver --opt"
    " --label --subnet --gateway --ip-range --ipam-driver --ipam-opt --aux-address --scope --ip --ip6 --alias"
    " --availability --label-add --label-rm --role --image --replicas --env-add --env-rm --publish-add --publish-rm"
    " --mount-add --mount-rm --secret-add --secret-rm --config-add --config-rm --update-delay --update-parallelism"
    " --constraint-add --constraint-rm --limit-cpu --limit-memory --reserve-cpu --reserve-memory --restart-condition"
    " --advertise-addr --listen-addr --token --data-path-addr --cert-expiry --compose-file --from --docker -t -s"
    " --memory --memory-swap --cpus --cpu-shares --restart --pids-limit --username -u --password --detach-keys --name"
    " --mode --publish --network --env --constraint --limit --index --last --node --root --runroot --url --connection"
    " --identity --namespace --address --snapshotter --hosts-dir --data-root --cgroup-manager --storage-driver"
    " --os --arch --variant --os-features --annotation --file --authfile --creds --cert-dir --kube".split()
)
OF_RUN: Final = frozenset(
    "-a -c -e -h -l -m -p -u -v -w -H --add-host --annotation --attach --blkio-weight --blkio-weight-device --cap-add"
    " --cap-drop --cgroup-parent --cgroupns --cidfile --cpu-count --cpu-percent --cpu-period --cpu-quota"
    " --cpu-rt-period"
    " --cpu-rt-runtime --cpu-shares --cpus --cpuset-cpus --cpuset-mems --detach-keys --device --device-cgroup-rule"
    " --device-read-bps --device-read-iops --device-write-bps --device-write-iops --dns --dns-option --dns-search"
    " --domainname --entrypoint --env --env-file --expose --gpus --group-add --health-cmd --health-interval"
    " --health-retries --health-start-interval --health-start-period --health-timeout --hostname --ip --ip6 --ipc"
    " --isolation --kernel-memory --label --label-file --link --link-local-ip --log-driver --log-opt --mac-address"
    " --memory --memory-reservation --memory-swap --memory-swappiness --mount --name --network --net --network-alias"
    " --oom-score-adj --pid --pids-limit --platform --publish --pull --restart --runtime --security-opt --shm-size"
    " --stop-signal --stop-timeout --storage-opt --sysctl --tmpfs --ulimit --user --userns --uts --volume"
    " --volume-driver --volumes-from --workdir --config --context --host --log-level --tlscacert --tlscert --tlskey"
    " --pod --secret --systemd --umask --authfile --requires --rootfs-propagation --uidmap --gidmap --subuidname"
    " --subgidname --timeout --tz --arch --os --variant --namespace --address --shell --preserve-fds --cni-path".split()
)
OF_BUILD: Final = frozenset(
    "-t -f -o -m -H -c --tag --file --output --add-host --allow --annotation --attest --build-arg --build-context"
    " --builder --cache-from --cache-to --call --cgroup-parent --iidfile --label --memory --metadata-file --network"
    " --no-cache-filter --platform --progress --provenance --sbom --secret --shm-size --ssh --target --ulimit"
    " --config --context --host --log-level --layers --format --isolation --volume -v --authfile --squash"
    " --jobs".split()
) - {"--squash"}
_PATH: Final = re.compile(r"(?P<container>[^:/\\.][^:/\\]+):(?P<path>.*)", re.S)
_HOST: Final = re.compile(
    r"(source=|src=)?/(:|,|$)|.*(docker|containerd|crio)\.sock\b|(source=|src=)?/(etc|root|boot|var/lib/docker|dev|proc)/?[:,]"
)
_ENTRY: Final[dict[str, str]] = {
    "aws-cli": "aws",
    "curl": "curl",
    "git": "git",
    "terraform": "terraform",
    "opentofu": "tofu",
    "kubectl": "kubectl",
    "helm": "helm",
    "google-cloud-cli": "",
    "packer": "packer",
    "vault": "vault",
    "rclone": "rclone",
    "mc": "mc",
    "restic": "restic",
    "ansible": "",
    "jq": "jq",
    "yq": "yq",
    "skopeo": "skopeo",
    "dive": "dive",
    "trivy": "trivy",
    "hadolint": "hadolint",
    "k6": "k6",
    "flyway": "flyway",
    "liquibase": "liquibase",
    "migrate": "migrate",
}
"""Images whose entry point is a program, by the last part of their name: what follows are its arguments."""

_SERVERS: Final = frozenset(
    "redis-server valkey-server postgres mysqld mariadbd mongod nginx httpd server start serve standalone".split()
)
"""Words with which an image starts the service that it holds."""


def host_hazards(args: Args) -> tuple[Hazard, ...]:
    """Whether a container reaches the machine that it runs on."""
    mounts = args.values("-v", "--volume", "--mount")
    wide = (
        args.has("--privileged")
        or any(_HOST.match(word.replace("type=bind,", "")) for word in mounts)
        or any(
            word.upper() in ("ALL", "SYS_ADMIN", "CAP_SYS_ADMIN", "SYS_PTRACE", "SYS_MODULE")
            for word in args.values("--cap-add")
        )
        or "host" in args.values("--pid", "--ipc", "--userns")
        or any("unconfined" in word for word in args.values("--security-opt"))
    )
    return ("widens_access",) if wide else ()


def execute(call: Call, args: Args, shell: Shell) -> Sequence[Act] | None:
    """`exec web CMD`: what the command does there."""
    if not args.rest:
        return None
    container = plain(args.operands[len(args.operands) - len(args.rest) - 1])
    acts = tuple(shell.argv(args.rest, stdin=call.stdin, fed=call.fed, within=container))
    return (
        tuple(act._replace(hazards=(*act.hazards, "widens_access")) for act in acts)
        if args.has("--privileged")
        else acts
    )


def run(call: Call, args: Args, shell: Shell) -> Sequence[Act] | None:
    """`run IMAGE CMD`: a new container, and what the command does there. Without one the image decides."""
    verb = "create" if "create" in args.operands[:2] else "run"
    own = args.operands[: len(args.operands) - len(args.rest)]
    if len(own) < 2:
        return None
    image = own[-1]
    name = args.value("--name") or plain(image)
    acts = [
        does("create", "reversible", *host_hazards(args)).act(call, refs("container", [name], call), f"docker {verb}")
    ]
    if EXPANDED in image and not args.rest:
        return [*acts, unknown(shown(call.text))]
    entry = args.value("--entrypoint") or _ENTRY.get(image.rpartition("/")[2].partition(":")[0].partition("@")[0], "")
    inner = [*entry.split(), *args.rest] if entry else args.rest
    if not inner or (args.has("-d", "--detach") and (inner[0].startswith("-") or inner[0] in _SERVERS)):
        return acts  # a service with the settings of its image
    return [*acts, *_inside(shell.argv(inner, stdin=call.stdin, fed=call.fed, within=plain(name)), args)]


def _inside(acts: Sequence[Act], args: Args) -> list[Act]:
    """Files that a command touches in a new container without any volume go with the container."""
    if args.has("-v", "--volume", "--mount", "--volumes-from", "--device", "--privileged", "--pid"):
        return list(acts)
    milder: list[Act] = []
    for act in acts:
        own = act.touched and all(ref.kind == "file" for ref in act.touched)
        milder.append(
            act._replace(kind="create", undo="compensable", destroys=(), writes=act.touched)
            if own and act.kind in ("destroy", "modify")
            else act
        )
    return milder


def copied(call: Call, args: Args, _shell: Shell) -> Sequence[Act] | None:
    """`cp a web:/a` or back."""
    if len(args.operands) < 3:
        return None
    source, target = args.operands[-2:]
    there, back = _PATH.fullmatch(target), _PATH.fullmatch(source)
    if there is not None:
        ref = Ref("file", plain(there["path"]), plain(there["container"]))
        return [does("modify", "compensable").act(call, [ref], "docker cp")]
    if back is not None:
        made = written(target, shown(call.text), within=call.within)
        if made.kind == "modify" and made.undo == "compensable":
            made = made._replace(kind="create", undo="reversible")
        read = (Ref("file", plain(back["path"]), plain(back["container"])),)
        return [made._replace(reads=read, produces=made.writes, operation="docker cp")]
    return None
