"""openssl, GnuPG, age, OpenSSH's keys and certbot: keys, certificates, signatures."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from planproof.effects.act import Act, Ref, changes, observe
from planproof.effects.tools.call import Args, Call, shown
from planproof.effects.tools.http import saved
from planproof.effects.tools.program import Program
from planproof.effects.tools.tool import Entry, Shell, Tool, does, table


def _openssl(call: Call, args: Args, _shell: Shell) -> Sequence[Act] | None:
    """Most commands print; what makes something names its file with `-out`."""
    verb = args.operands[0] if args.operands else ""
    if verb not in _OPENSSL:
        return None if verb else [observe(shown(call.text))]
    if verb == "ca" and not args.has("-help"):
        kind = "modify" if args.has("-revoke", "-gencrl") else "create"
        return [changes(kind, "compensable", shown(call.text), (), "openssl ca")]
    if verb in ("s_server", "ocsp") and args.has("-accept", "-port", "-www"):
        return [changes("shift", "reversible", shown(call.text), (), f"openssl {verb}")]
    read = [Ref("file", path) for path in args.values("-in", "-CAfile") if path]
    acts = [saved(path, call, f"openssl {verb}") for path in args.values("-out", "-keyout", "-writerand") if path]
    made = [act for act in acts if act is not None]
    if verb in ("verify", "dgst", "cms") and args.has("-verify", "-CAfile", "-signature") and not made:
        return [observe(shown(call.text), read)._replace(verifies=tuple(read))]
    return made or [observe(shown(call.text), read, f"openssl {verb}")]


_OPENSSL: Final = frozenset(
    "asn1parse ca ciphers cms crl crl2pkcs7 dgst dhparam dsa dsaparam ec ecparam enc engine errstr fipsinstall gendsa genpkey"
    " genrsa help info kdf list mac nseq ocsp passwd pkcs12 pkcs7 pkcs8 pkey pkeyparam pkeyutl prime rand rehash req rsa"
    " rsautl s_client s_server s_time sess_id smime speed spkac srp storeutl ts verify version x509 cmp configutl skeyutl"
    " sha1 sha256 sha512 md5 base64 aes-256-cbc des3".split()
)
_OPENSSL_VALUED: Final = frozenset(
    "-in -out -keyout -key -CA -CAkey -CAfile -CApath -days -subj -config -extensions -extfile -connect -servername -inform"
    " -outform -passin -passout -pass -k -K -iv -newkey -keyform -cert -certfile -name -inkey -signature -sign -verify -alpn"
    " -starttls -algorithm -pkeyopt -writerand -rand -set_serial -CAserial -checkend -checkhost -url -issuer -serial -accept"
    " -port -addext -cipher -digest -revoke -untrusted -nameopt -dateopt -caname -iter -salt -md".split()
) - {"-verify", "-serial", "-issuer", "-salt"}


def _gpg(call: Call, args: Args, _shell: Shell) -> Sequence[Act] | None:
    """GnuPG: what its command option says."""
    has = args.has
    files = [Ref("file", name) for name in args.operands]
    keys = [Ref("key", name) for name in args.operands]
    text = shown(call.text)
    if has("--verify", "--verify-files"):
        return [observe(text, files, "gpg --verify")._replace(verifies=tuple(files[1:] or files))]
    if has("--delete-secret-keys", "--delete-secret-key", "--delete-secret-and-public-key"):
        return [changes("destroy", "irreversible", text, keys, "gpg --delete-secret-keys")]
    if has("--delete-keys", "--delete-key"):
        return [changes("destroy", "compensable", text, keys, "gpg --delete-keys")]
    if has("--export-secret-keys", "--export-secret-subkeys"):
        path = args.value("-o", "--output")
        made = saved(path, call, "gpg --export-secret-keys") if path else None
        return [made._replace(produces=made.writes)] if made else [observe(text, keys, "gpg --export-secret-keys")]
    if has("--send-keys", "--send-key"):
        return [Act("create", "irreversible", text, reads=tuple(keys), operation="gpg --send-keys")]
    if has(
        "--gen-key",
        "--full-generate-key",
        "--full-gen-key",
        "--quick-generate-key",
        "--quick-gen-key",
        "--generate-key",
    ):
        return [changes("create", "reversible", text, keys, "gpg --gen-key")]
    if has("--gen-revoke", "--generate-revocation"):
        return [changes("create", "reversible", text, keys, "gpg --gen-revoke")]
    if has(
        "--import",
        "--recv-keys",
        "--receive-keys",
        "--refresh-keys",
        "--fetch-keys",
        "--locate-keys",
        "--import-ownertrust",
    ):
        return [changes("modify", "reversible", text, (), "gpg --import")]
    if has(
        "--edit-key",
        "--sign-key",
        "--lsign-key",
        "--quick-add-key",
        "--quick-set-expire",
        "--passwd",
        "--change-passphrase",
    ):
        return [changes("modify", "compensable", text, keys, "gpg --edit-key")]
    looks = (
        "--list-keys", "-k", "--list-secret-keys", "-K", "--fingerprint", "--list-sigs", "--check-sigs", "--export", "-h",
        "--list-packets", "--print-md", "--list-config", "--search-keys", "--version", "--export-ownertrust", "--show-keys",
        "--with-colons", "--card-status", "--dump-options", "--list-options",
    )  # fmt: skip
    output = args.value("-o", "--output")
    if has(*looks) and not output:
        return [observe(text, keys)]
    makes = has(
        "-e", "--encrypt", "-c", "--symmetric", "-s", "--sign", "-b", "--detach-sign", "--clearsign", "--clear-sign"
    )
    if output:
        made = saved(output, call, "gpg -o")
        return [made._replace(reads=tuple(files))] if made else [observe(text, files)]
    if makes:
        made = [Ref("file", f"{ref.name}.{'asc' if has('-a', '--armor', '--clearsign') else 'gpg'}") for ref in files]
        return [changes("create", "reversible", text, made, "gpg")._replace(reads=tuple(files))]
    return [observe(text, files, "gpg -d")] if has("-d", "--decrypt") or files else None


_GPG_VALUED: Final = frozenset(
    "-r -o -u --recipient --output --local-user --homedir --keyring --passphrase --passphrase-file --passphrase-fd"
    " --keyserver --pinentry-mode --cipher-algo --default-key --batch-size --trust-model --status-fd --compress-algo".split()
)


def _age(call: Call, args: Args, _shell: Shell) -> Sequence[Act]:
    files = [Ref("file", name) for name in args.operands]
    path = args.value("-o", "--output")
    made = saved(path, call, "age -o") if path else None
    return [made._replace(reads=tuple(files))] if made else [observe(shown(call.text), files)]


def _ssh_keygen(call: Call, args: Args, _shell: Shell) -> Sequence[Act]:
    """Makes a key unless an option asks for something else."""
    path = args.value("-f")
    key = [Ref("file", path or "~/.ssh/id_ed25519")]
    if args.has("-R"):
        return [
            changes(
                "modify", "reversible", shown(call.text), [Ref("file", path or "~/.ssh/known_hosts")], "ssh-keygen -R"
            )
        ]
    if args.has("-l", "-F", "-B", "-y", "-e", "-D", "-Q", "-L", "-r") or args.value("-Y") in (
        "verify",
        "find-principals",
        "check-novalidate",
    ):
        return [observe(shown(call.text), key)]
    if args.has("-p", "-c"):
        return [changes("rotate", "compensable", shown(call.text), key, "ssh-keygen -p")]
    if args.has("-s", "-k"):
        return [changes("create", "reversible", shown(call.text), (), "ssh-keygen -s")]
    # It asks before it overwrites a key; fed an answer, it does not.
    undo = "irreversible" if call.stdin is not None and call.stdin.lstrip()[:1] in ("y", "Y") else "reversible"
    return [changes("rotate" if undo == "irreversible" else "create", undo, shown(call.text), key, "ssh-keygen")]


def _ssh_add(call: Call, args: Args, _shell: Shell) -> Sequence[Act]:
    if args.has("-l", "-L", "-T"):
        return [observe(shown(call.text))]
    return [changes("modify", "reversible", shown(call.text), [Ref("key", name) for name in args.operands], "ssh-add")]


def _certificate(args: Args, _call: Call) -> list[Ref]:
    return [Ref("certificate", name) for name in args.values("--cert-name", "-d", "--domain", "--domains")]


def _certbot_made(call: Call, args: Args, shell: Shell) -> Sequence[Act]:
    """Gets or renews a certificate; hooks are commands."""
    hooks = args.values(
        "--pre-hook", "--post-hook", "--deploy-hook", "--renew-hook", "--manual-auth-hook", "--manual-cleanup-hook"
    )
    inner = [act for text in hooks for act in shell.script(text)]
    verb = args.operands[0] if args.operands else "run"
    kind = "create" if verb in ("certonly", "run") else "rotate"
    forced = args.has("--force-renewal")
    act = Act(
        "rotate" if forced else kind,
        "reversible",
        shown(call.text),
        writes=tuple(_certificate(args, call)),
        operation=f"certbot {verb}",
    )
    return [*inner, act]


_CERTBOT: Final[dict[str, Entry]] = {
    **table("""
        observe: certificates, show_account, plugins
        create reversible: register, install
        modify reversible: reconfigure, enhance, update_account
        modify compensable: rollback, update_symlinks
        destroy compensable: delete, unregister
        destroy irreversible: revoke
    """),
    "certonly": _certbot_made, "run": _certbot_made, "renew": _certbot_made,
}  # fmt: skip
_CERTBOT_VALUED: Final = frozenset(
    "-d --domain --domains --cert-name -m --email -w --webroot-path --pre-hook --post-hook --deploy-hook --renew-hook -a"
    " --authenticator -i --installer --config-dir --work-dir --logs-dir --server --preferred-challenges --key-type"
    " --manual-auth-hook --manual-cleanup-hook --cert-path --key-path --reason --rsa-key-size -c --config".split()
)

TOOLS: Final = (
    Program(("openssl",), _openssl, valued=_OPENSSL_VALUED, long=True),
    Program(("gpg", "gpg2"), _gpg, valued=_GPG_VALUED, dry=frozenset({"-n", "--dry-run"})),
    Program(
        ("gpgv",), does("observe", verifies=True, refs=lambda args, _call: [Ref("file", p) for p in args.operands[-1:]])
    ),
    Program(("age", "rage"), _age, valued=frozenset({"-o", "-r", "-R", "-i", "--output", "--recipient", "--identity"})),
    Program(("age-keygen",), _age, valued=frozenset({"-o", "--output"})),
    Program(
        ("ssh-keygen",),
        _ssh_keygen,
        valued=frozenset("-f -t -b -C -N -P -R -F -s -I -n -V -Y -D -O -m -a -Z -r".split()),
    ),
    Program(("ssh-keyscan",), does("observe")),
    Program(("ssh-add",), _ssh_add, valued=frozenset({"-t", "-T", "-s", "-e", "-E"})),
    Tool(
        ("certbot",),
        _CERTBOT,
        valued=_CERTBOT_VALUED,
        dry=frozenset({"--dry-run"}),
        refs=_certificate,
        bare=_certbot_made,
    ),
)
