"""Secrets in text: what looks like one, and the text without it.

Two degrees. A *known* shape is one that its issuer gave it: a prefix with a body of the right alphabet and length, a
private key, a password in an address. A *likely* one is a value of many kinds of characters behind a word such as
`password`. What stands for a value (`$TOKEN`, `<token>`, `***`, `changeme`) is none.

Every pattern is linear in the text: bodies are bounded, and a run of their characters has one start.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

SHOWN: Final = 4
"""Characters of a secret that a finding shows at most: never more than a quarter of it, nothing of a short one."""
SHORT: Final = 12
"""Characters below which a secret is short: of a password of eight, two more than halve the search for the rest."""


@dataclass(frozen=True, slots=True)
class Secret:
    """Something in a text that looks like a secret."""

    what: str
    """The kind: `a GitHub token`."""
    known: bool
    start: int
    end: int
    masked: str
    """Its first characters, at most a quarter of it."""


@dataclass(frozen=True, slots=True)
class Shape:
    """How one kind of secret looks."""

    what: str
    markers: tuple[str, ...]
    """Strings one of which is in every text that the pattern is found in."""
    pattern: re.Pattern[str]
    """Group `s` is the secret, and `first` within it, if there is such a group, what would be a placeholder."""
    known: bool = True


def _token(what: str, markers: str, body: str) -> Shape:
    starts = tuple(markers.split())
    alternatives = "|".join(map(re.escape, starts))
    return Shape(what, starts, re.compile(rf"(?<![A-Za-z0-9_-])(?P<s>(?:{alternatives}){body})(?![A-Za-z0-9_])"))


_KEYWORDS: Final = ("password", "passwd", "_pwd", "secret", "token", "api_key", "apikey", "api-key", "access_key")
_ANY: Final = "|".join(_KEYWORDS)
_SHAPES: Final[tuple[Shape, ...]] = (
    Shape(
        "a private key",
        ("PRIVATE KEY-----",),
        re.compile(
            r"(?P<s>-----BEGIN (?:[A-Z0-9]{1,12} ){0,3}PRIVATE KEY-----(?:\\n|[\s\"'+])*"
            r"(?:(?:Proc-Type|DEK-Info): [^\s\\]{1,100}(?:\\n|[\s\"'+])*){0,2}(?P<first>[A-Za-z0-9+/=]{16,4000})"
            # To its end, or where that is missing as far as its lines go.
            r"(?:(?:[^-]|-(?!----)){0,20000}(?=-----END)"
            r"|(?:[\"'\s]{0,4}(?:\n|\\n)[\"'\s]{0,40}[A-Za-z0-9+/=]{1,4000}(?=[\"'\\]|\s{0,4}(?:\n|\Z)))*))"
        ),
    ),
    _token("an AWS access key", "AKIA ASIA", "[A-Z2-7]{16}"),
    _token("a GitHub token", "ghp_ gho_ ghu_ ghs_ ghr_", "[A-Za-z0-9]{36,251}"),
    _token("a GitHub token", "github_pat_", "[A-Za-z0-9_]{22,244}"),
    _token("a GitLab token", "glpat-", "[A-Za-z0-9_-]{20,200}"),
    Shape(
        "a Slack token",
        ("xox", "xapp-"),
        re.compile(r"(?<![A-Za-z0-9_-])(?P<s>(?:xox[abeprs]-|xapp-)[A-Za-z0-9-]{10,250})"),
    ),
    _token("a Stripe key", "sk_live_ rk_live_", "[A-Za-z0-9]{16,250}"),
    _token("a Google API key", "AIza", "[A-Za-z0-9_-]{35}"),
    _token("an API key", "sk-ant- sk-proj- sk-svcacct-", "[A-Za-z0-9_-]{20,250}"),
    _token("an npm token", "npm_", "[A-Za-z0-9]{36}"),
    _token("a PyPI token", "pypi-AgEI", "[A-Za-z0-9_-]{50,1000}"),
    _token("a Hugging Face token", "hf_", "[A-Za-z0-9]{30,100}"),
    _token("a SendGrid key", "SG.", r"[A-Za-z0-9_-]{22}\.[A-Za-z0-9_-]{43}"),
    _token("a DigitalOcean token", "dop_v1_", "[a-f0-9]{64}"),
    _token("a Vault token", "hvs. hvb.", "[A-Za-z0-9_-]{24,250}"),
    _token("an age key", "AGE-SECRET-KEY-1", "[0-9A-Z]{58}"),
    _token("a signed token (JWT)", "eyJ", r"[A-Za-z0-9_-]{8,2000}\.eyJ[A-Za-z0-9_-]{8,4000}\.[A-Za-z0-9_-]{16,2000}"),
    Shape(
        "a password in an address",
        ("://",),
        re.compile(r"://[^\s/:@'\"]{0,100}:(?P<s>[^\s/@'\"]{3,200})@[\w.\[]"),
    ),
    Shape(
        "a value that looks like a secret",
        _KEYWORDS,
        re.compile(
            rf"(?:(?:{_ANY})[\"']?\s{{0,3}}[=:]|-[a-z_-]{{0,30}}(?:{_ANY})\s)\s{{0,3}}[\"']?(?P<s>[^\s\"',;]{{8,200}})",
            re.IGNORECASE,
        ),
        known=False,
    ),
)

_EXACT: Final = tuple((marker, shape) for shape in _SHAPES if shape.known for marker in shape.markers)
_WORDS: Final = tuple((marker, shape) for shape in _SHAPES if not shape.known for marker in shape.markers)
"""Markers in any case."""

_STANDS_FOR: Final = re.compile(
    r"[<\[{$%].*|.{0,4}…|.*\$[({\w].*|[*x.•_-]+|.*\*{3}.*|.*(?:example|placeholder|redacted|changeme|your[-_]).*"
    r"|pass|passwd|password|pwd|secret|token|user|test",
    re.IGNORECASE | re.DOTALL,
)


def secrets_in(text: str) -> tuple[Secret, ...]:
    """What looks like a secret in a text, in the order of the text, known shapes before likely ones.

    Example:
        >>> [(s.what, s.masked) for s in secrets_in("mysql://loader:Sup3r-Inv-2026@mysql-inv/inv")]
        [('a password in an address', 'Sup…')]
        >>> secrets_in("mysql://loader:$PASSWORD@mysql-inv/inv")
        ()
    """
    return tuple(_found(text, shapes_for([text])))


def redact(text: str, shapes: Sequence[Shape] | None = None) -> str:
    """The text with every secret cut down to its first characters, or to none.

    Args:
        text: any text.
        shapes: the shapes to look for, already narrowed down by `shapes_for`; absent: all.

    Example:
        >>> redact("curl https://ci:Tr0ub4dor-3@host/x")
        'curl https://ci:…@host/x'
    """
    end, parts = 0, list[str]()
    found = secrets_in(text) if shapes is None else found_in(text, shapes)
    for secret in sorted(found, key=lambda s: (s.start, -s.end)):
        if secret.start >= end:
            parts += [text[end : secret.start], secret.masked]
            end = secret.end
    return "".join([*parts, text[end:]]) if parts else text


def shapes_for(texts: Iterable[str]) -> tuple[Shape, ...]:
    """The shapes that may occur in some texts. One look at all of them is much cheaper than a search in each."""
    joined = "\n".join(texts)
    lower = joined.lower()
    met = {shape for marker, shape in _EXACT if marker in joined} | {shape for word, shape in _WORDS if word in lower}
    return tuple(shape for shape in _SHAPES if shape in met) if met else ()


def _found(text: str, shapes: Iterable[Shape]) -> Iterator[Secret]:
    taken = bytearray(len(text))
    for shape in shapes:
        for match in shape.pattern.finditer(text):
            start, end = match.span("s")
            value = match["s"]
            if _STANDS_FOR.fullmatch(match.groupdict().get("first", value)) or taken.find(1, start, end) >= 0:
                continue
            if not shape.known and not _looks_random(value):
                continue
            taken[start:end] = b"\1" * (end - start)
            yield Secret(shape.what, shape.known, start, end, _cut(value))


def _cut(secret: str) -> str:
    return f"{secret[: min(SHOWN, len(secret) // 4)] if len(secret) >= SHORT else ''}…"


def found_in(text: str, shapes: Iterable[Shape]) -> tuple[Secret, ...]:
    """Like `secrets_in`, for shapes already narrowed down by `shapes_for`."""
    return tuple(_found(text, shapes))


def _looks_random(value: str) -> bool:
    """Whether a value has three of the four kinds of characters and no sign of a path, an address or a name."""
    if _NAME.fullmatch(value) or value.startswith(("~", "@", "file:", "arn:")) or "://" in value:
        return False
    kinds = ("lower" if c.islower() else "upper" if c.isupper() else "digit" if c.isdigit() else "sign" for c in value)
    return len({*kinds}) >= 3


_NAME: Final = re.compile(r"[a-z0-9._/-]+|[./-].*", re.DOTALL)
"""A name or a path: `deployer-token-7`, `/run/secrets/CI-9`."""
