"""Images of containers and their registries: buildah, skopeo, crane, oras, cosign."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from planproof.effects.act import Act, Hazard, Ref
from planproof.effects.tools.call import Args, Call
from planproof.effects.tools.containers import execute, host_hazards
from planproof.effects.tools.refs import operands, plain, refs
from planproof.effects.tools.tool import Entry, Shell, Tool, does, table

_VALUED: Final = frozenset(
    "--authfile --creds --src-creds --dest-creds --cert-dir --src-cert-dir --dest-cert-dir --override-arch"
    " --override-os"
    " --format -f --sign-by --policy --tls-verify --src-tls-verify --dest-tls-verify --retry-times --command-timeout"
    " --encryption-key --decryption-key --registries.d --tmpdir --platform --tag -t --layer --output -o --key --root"
    " --config --username -u --password -p --annotation -a --artifact-type --concurrency --to --cert"
    " --certificate-identity"
    " --certificate-oidc-issuer --predicate --type --attestation --rekor-url --runroot --storage-driver --from --src"
    " --dest -s --digestfile --scoped --append-timestamp".split()
) - {"--src-tls-verify", "--dest-tls-verify", "--tls-verify", "--append-timestamp", "--scoped"}
_OF_RUN: Final = frozenset(
    "-v --volume --mount -e --env --user -u --workingdir --cap-add --cap-drop --network --isolation"
    " --hostname --runtime".split()
)
_LOCAL: Final = ("dir:", "oci:", "docker-archive:", "oci-archive:", "containers-storage:", "docker-daemon:", "tarball:")


def _unverified(args: Args) -> tuple[Hazard, ...]:
    off = any(args.value(name) == "false" for name in ("--tls-verify", "--src-tls-verify", "--dest-tls-verify"))
    return ("weakens_guard",) if off or args.has("--insecure", "--insecure-policy", "--plain-http") else ()


def _copy(call: Call, args: Args, _shell: Shell) -> Sequence[Act]:
    """`copy FROM TO`: to a registry it cannot be called back, to a file or a local store it is removed again."""
    source, target = refs("image", args.operands[1:2], call), refs("image", args.operands[2:3], call)
    kept = bool(target) and target[0].name.startswith(_LOCAL)
    act = does("create", "reversible" if kept else "compensable", *_unverified(args))
    return [act.act(call, target, f"{call.name} {args.operands[0]}")._replace(reads=source)]


def _sync(call: Call, args: Args, _shell: Shell) -> Sequence[Act]:
    target = Ref("repository", plain(args.operands[2])) if len(args.operands) > 2 else Ref("repository", "*")
    undo = "reversible" if args.value("--dest", "-d") == "dir" else "compensable"
    return [does("create", undo, *_unverified(args)).act(call, [target], "skopeo sync")]


def _in_container(call: Call, args: Args, shell: Shell) -> Sequence[Act] | None:
    """`buildah run ctr CMD` works on a container that is about to become an image."""
    acts = execute(call, args, shell)
    if acts is None:
        return None
    made = does("modify", "compensable", *host_hazards(args)).act(
        call, refs("container", args.operands[1:2], call), "buildah run"
    )
    inside = [act for act in acts if act.kind != "observe" and any(ref.kind != "file" for ref in act.touched)]
    return [made, *inside, *(act for act in acts if act.kind == "unknown" and act not in inside)]


_LOOKS: Final = does("observe", refs=operands("image", 1))
_GONE: Final = does("destroy", "compensable", refs=operands("image", 1))

_BUILDAH: Final[dict[str, Entry]] = {
    **table("""
observe: containers, ls, list, ps, images, info, inspect, mount, umount, unmount, version, manifest inspect
observe: manifest exists
observe: source pull, help
create reversible: from, bud, build, build-using-dockerfile, commit, pull, tag, manifest create, rename, source create
create reversible: mkcw
create compensable: push, manifest push, source push
modify reversible: add, copy, config, manifest add, manifest annotate, manifest remove, login, logout, source add
destroy compensable: rm, delete, rmi, manifest rm, prune
"""),
    "run": _in_container,
    "unshare": lambda _call, args, shell: shell.argv(args.rest),
}
_SKOPEO: Final[dict[str, Entry]] = {
    **table("""
observe: list-tags, manifest-digest, standalone-verify, help, completion, layers
create reversible: standalone-sign, generate-sigstore-key
modify reversible: login, logout
"""),
    "inspect": _LOOKS,
    "copy": _copy,
    "sync": _sync,
    "delete": _GONE,
}
_CRANE: Final[dict[str, Entry]] = {
    **table("""
observe: auth get, auth token, blob, catalog, config, digest, export, layout, ls, manifest, validate, version, help
observe: registry serve, completion
create reversible: pull
create compensable: append, index append, index filter, push, rebase, flatten
modify compensable: mutate
modify reversible: auth login, auth logout
"""),
    "copy": _copy,
    "cp": _copy,
    "tag": does("modify", "compensable", refs=operands("image", 1, 1)),
    "delete": _GONE,
}
_ORAS: Final[dict[str, Entry]] = {
    **table("""
observe: blob fetch, discover, manifest fetch, manifest fetch-config, repo ls, repo list, repo tags, repo show-tags
observe: resolve
observe: version, help, completion
create reversible: pull, backup
create compensable: push, attach, blob push, manifest push, manifest index create, restore
modify compensable: tag, manifest index update
modify reversible: login, logout
destroy compensable: manifest delete
destroy irreversible: blob delete
"""),
    "copy": _copy,
    "cp": _copy,
}
_COSIGN: Final[dict[str, Entry]] = {
    **table("""
observe: dockerfile verify, env, manifest verify, public-key, tree, triangulate, verify-attestation
observe: verify-blob, verify-blob-attestation, version, download *, piv-tool list-keys, piv-tool attestation, help, completion
create reversible: generate, generate-key-pair, import-key-pair, initialize, save, sign-blob, attest-blob
create compensable: attest, attach *, copy, load, sign, upload *
modify reversible: login
destroy compensable: clean
"""),
    "verify": does("observe", verifies=True, refs=operands("image", 1)),
}

TOOLS: Final = (
    Tool(
        ("buildah",),
        _BUILDAH,
        _VALUED,
        {"run": _OF_RUN},
        frozenset({"-h"}),
        bare=does("observe"),
        starts={"run": 1, "unshare": 0},
    ),
    Tool(("skopeo",), _SKOPEO, _VALUED, dry=frozenset({"--dry-run", "-h"}), bare=does("observe")),
    Tool(("crane",), _CRANE, _VALUED, dry=frozenset({"-h"}), bare=does("observe")),
    Tool(("oras",), _ORAS, _VALUED, dry=frozenset({"-h"}), bare=does("observe")),
    Tool(("cosign",), _COSIGN, _VALUED, dry=frozenset({"-h"}), bare=does("observe")),
)
