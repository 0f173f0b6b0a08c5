"""curl, wget and HTTPie: requests, downloads and uploads. What a request does stands in `rest`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from planproof.effects.act import Act, Hazard, Ref, changes, observe, unknown
from planproof.effects.tools.call import EXPANDED, Args, Call, shown
from planproof.effects.tools.paths import is_device, is_system
from planproof.effects.tools.program import Program
from planproof.effects.tools.rest import is_local, request, tells_secret
from planproof.effects.tools.tool import Shell

_BODY: Final = ("-d", "--data", "--data-raw", "--data-binary", "--data-ascii", "--data-urlencode", "--json")
_FORM: Final = ("-F", "--form", "--form-string")
_CURL_VALUED: Final = frozenset(
    "-o -d -H -X -u -F -T -b -c -A -e -m -w -x -K -E -r -C -y -Y -z -P -Q -U -t -D --output --data --data-raw --data-binary"
    " --data-ascii --data-urlencode --json --header --request --user --form --form-string --upload-file --cookie"
    " --cookie-jar --user-agent --referer --max-time --write-out --proxy --config --cert --key --cacert --capath --range"
    " --continue-at --retry --retry-delay --retry-max-time --connect-timeout --resolve --connect-to --unix-socket"
    " --abstract-unix-socket --interface --limit-rate --url --url-query --dump-header --output-dir --oauth2-bearer"
    " --aws-sigv4 --max-redirs --proto --proto-redir --proto-default --tls-max --ciphers --cert-type --key-type --pass"
    " --noproxy --proxy-user --socks5 --socks5-hostname --trace --trace-ascii --stderr --rate --variable --netrc-file"
    " --dns-servers --doh-url --expect100-timeout --speed-limit --speed-time --time-cond --hostpubsha256 --pinnedpubkey"
    " --parallel-max --quote --etag-save --etag-compare --keepalive-time --local-port --max-filesize --mail-from"
    " --mail-rcpt --request-target --preproxy --delegation --service-name --create-file-mode --happy-eyeballs-timeout-ms".split()
)


def saved(path: str, call: Call, operation: str) -> Act | None:
    """A download into a file; None where it goes nowhere or is printed."""
    if path in ("-", "/dev/null", "/dev/stdout", "/dev/stderr", "NUL"):
        return None
    ref = Ref("file", path.replace(EXPANDED, ""))
    if is_device(path):
        return changes("destroy", "irreversible", shown(call.text), (ref,), operation)
    if is_system(path):
        return changes("modify", "irreversible", shown(call.text), (ref,), operation)
    return changes("create", "reversible", shown(call.text), (ref,), operation)


def _sent(call: Call, acts: Sequence[Act], sent: Sequence[str], url: str, *, files: bool, insecure: bool) -> list[Act]:
    """The acts with what leaves for elsewhere, and a check that is off."""
    hazards: list[Hazard] = []
    if not is_local(url):
        piped = any(ref.kind == "secret" for act in call.source for ref in act.reads)
        if piped or any(tells_secret(value) for value in sent):
            hazards.append("discloses_secret")
        elif files:
            hazards.append("discloses")
    if insecure and any(act.kind not in ("observe", "notify") for act in acts):
        hazards.append("weakens_guard")
    return [act._replace(hazards=(*act.hazards, *hazards)) for act in acts] if hazards else list(acts)


def _curl(call: Call, args: Args, shell: Shell) -> Sequence[Act]:
    if args.has("-K", "--config"):
        return [unknown(shown(call.text))]
    if args.has("-h", "-V", "-M", "--manual"):
        return [observe(shown(call.text))]
    urls = [*args.values("--url"), *args.operands]
    data, forms, upload = args.values(*_BODY), args.values(*_FORM), args.values("-T", "--upload-file")
    as_query = args.has("-G", "--get")
    implied = "GET"
    if args.has("-I", "--head"):
        implied = "HEAD"
    elif upload:
        implied = "PUT"
    elif (data and not as_query) or forms:
        implied = "POST"
    method = args.value("-X", "--request") or implied
    body = "&".join(data)
    known = call.stdin if body == "@-" else None if body.startswith("@") else body
    outputs = args.values("-o", "--output")
    if args.has("-O", "--remote-name", "--remote-name-all"):
        outputs += [url.partition("?")[0].rpartition("/")[2] or url for url in urls]
    files = [act for path in outputs if (act := saved(path, call, "curl -o")) is not None]
    acts: list[Act] = []
    for url in urls or [""]:
        if upload and url.startswith(("ftp", "sftp", "scp", "smb")):
            acts.append(changes("modify", "irreversible", shown(call.text), (Ref("url", url),), "curl -T"))
        else:
            acts += request(method, url, known, call, shell)
    if args.value("-Q", "--quote"):
        acts = [unknown(shown(call.text))]  # commands of an FTP server
    if outputs:
        acts = [act._replace(fetches=False) for act in acts]
    sent = [*data, *forms, *upload]
    carries = (
        bool(upload)
        or any(value.startswith("@") and value != "@-" for value in data)
        or any("=@" in form or "=<" in form for form in forms)
    )
    insecure = args.has("-k", "--insecure")
    url = urls[0] if urls else ""
    return _sent(call, [*acts, *files], sent, url, files=carries and not as_query, insecure=insecure)


_WGET_VALUED: Final = frozenset(
    "-O -o -a -P -t -T -i -e -U -Q -l -A -R -D -I -X -B -w --output-document --output-file --append-output"
    " --directory-prefix --tries --timeout --input-file --execute --user-agent --quota --level --accept --reject"
    " --domains --header --method --body-data --body-file --post-data --post-file --user --password --wait --base"
    " --ca-certificate --certificate --private-key --load-cookies --save-cookies --limit-rate --bind-address --referer".split()
)


def _wget(call: Call, args: Args, shell: Shell) -> Sequence[Act]:
    url = args.operands[0] if args.operands else args.value("-i", "--input-file")
    data = args.values("--post-data", "--body-data")
    files = args.values("--post-file", "--body-file")
    method = args.value("--method") or ("POST" if data or files else "GET")
    acts = list(request(method, url, "&".join(data) if data else None, call, shell))
    if args.has("--spider"):
        return [act._replace(fetches=False) for act in acts]
    path = args.value("-O", "--output-document")
    if not path and method == "GET":
        path = (
            (args.value("-P", "--directory-prefix") or ".").rstrip("/") + "/" + url.partition("?")[0].rpartition("/")[2]
        )
    if path and (file := saved(path, call, "wget")) is not None:
        acts = [*(act._replace(fetches=False) for act in acts), file]
    return _sent(call, acts, [*data, *files], url, files=bool(files), insecure=args.has("--no-check-certificate"))


_HTTPIE_VALUED: Final = frozenset(
    "-a --auth -A --auth-type -o --output --session --session-read-only --timeout --proxy --verify --cert --cert-key -p"
    " --print -s --style --raw --boundary --max-redirects --default-scheme --pretty --format-options".split()
)
_METHODS: Final = frozenset({"GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS", "PURGE"})


def _httpie(call: Call, args: Args, shell: Shell) -> Sequence[Act]:
    """`http [METHOD] URL [ITEM...]`: items that are no header and no query make a body, and a POST."""
    if args.has("--offline"):
        return [observe(shown(call.text))]
    words = list(args.operands)
    method = words.pop(0).upper() if words and words[0].upper() in _METHODS else ""
    url = words.pop(0) if words else ""
    body = [
        word
        for word in words
        if ":=" in word or ("=" in word and "==" not in word and ":" not in word.partition("=")[0])
    ]
    attached = [word for word in words if "@" in word.partition("=")[0] and ":" not in word.partition("@")[0]]
    raw = args.values("--raw")
    if not method:
        method = "POST" if body or attached or raw or call.fed else "GET"
    acts = list(request(method, url, "\n".join([*body, *raw]) or call.stdin, call, shell))
    path = args.value("-o", "--output")
    if path and (file := saved(path, call, "http -o")) is not None:
        acts = [*(act._replace(fetches=False) for act in acts), file]
    insecure = args.value("--verify") in ("no", "false")
    return _sent(call, acts, [*body, *attached], url, files=bool(attached), insecure=insecure)


_CURL_LONGS: Final = ("--request", "--data", "--form", "--json", "--upload-file", "--output", "--quote", "--config")
"""Options that decide and may be cut short, as curl before 8 lets them."""

TOOLS: Final = (
    Program(("curl",), _curl, valued=_CURL_VALUED, abbreviated=_CURL_LONGS),
    Program(
        ("wget",),
        _wget,
        valued=_WGET_VALUED,
        abbreviated=("--method", "--post-data", "--post-file", "--body-data", "--body-file"),
    ),
    Program(("http", "https", "xh", "xhs"), _httpie, valued=_HTTPIE_VALUED),
)
