"""DSSE, the Dead Simple Signing Envelope, version 1.0: https://github.com/secure-systems-lab/dsse.

Stricter than the specification where that costs nothing: unknown fields, URL-safe Base64 and stray bits are refused, so
that no byte of an envelope can be changed without the change being noticed.
"""

from __future__ import annotations

from base64 import b64decode, b64encode
from binascii import Error as Base64Error
from collections.abc import Iterable, Sequence
from typing import Annotated, Final

from pydantic import Field, StringConstraints, ValidationError

from planproof.model.base import Model
from planproof.model.digest import canonical
from planproof.model.errors import ApprovalError, DocumentError
from planproof.model.goal import Sha256
from planproof.model.jsontext import read_json
from planproof.record.keys import PrivateKey, PublicKey

IN_TOTO: Final = "application/vnd.in-toto+json"
"""Payload type of an in-toto statement."""
MAX_ENVELOPE: Final = 16 * 1024 * 1024
"""Characters of an envelope."""
MAX_SIGNATURES: Final = 16

_Base64 = Annotated[str, StringConstraints(max_length=MAX_ENVELOPE, pattern=r"^[A-Za-z0-9+/]*={0,2}$")]


class Signature(Model):
    """One signature; the id only says which key to check it with."""

    keyid: Sha256
    sig: _Base64


class Envelope(Model):
    """A signed payload. Nothing in it is to be believed before `verified` has returned it."""

    payload: _Base64
    payloadType: Annotated[str, StringConstraints(min_length=1, max_length=200)]
    signatures: Annotated[tuple[Signature, ...], Field(min_length=1, max_length=MAX_SIGNATURES)]

    @property
    def body(self) -> bytes:
        """The payload."""
        return _bytes(self.payload)


def pae(payload_type: str, body: bytes) -> bytes:
    """Pre-authentication encoding: the bytes that are signed.

    Example:
        >>> pae("http://example.com/HelloWorld", b"hello world")
        b'DSSEv1 29 http://example.com/HelloWorld 11 hello world'
    """
    kind = payload_type.encode()
    return b"DSSEv1 %d %b %d %b" % (len(kind), kind, len(body), body)


def sign(body: bytes, keys: Iterable[PrivateKey], payload_type: str = IN_TOTO) -> str:
    """An envelope, as canonical JSON.

    Args:
        body: the payload.
        keys: one signature is made with each.
        payload_type: what the payload is.
    """
    signed = pae(payload_type, body)
    signatures = [{"keyid": key.public.id, "sig": b64encode(key.sign(signed)).decode()} for key in keys]
    envelope = {"payload": b64encode(body).decode(), "payloadType": payload_type, "signatures": signatures}
    return canonical(envelope).decode()


def parse(envelope: str) -> Envelope:
    """Reads an envelope. Its signatures are not checked.

    Raises:
        ApprovalError: it is malformed.
    """
    if len(envelope) > MAX_ENVELOPE:
        raise ApprovalError(
            "malformed", f"an envelope of {len(envelope):,} characters: at most {MAX_ENVELOPE:,} are read"
        )
    try:
        return Envelope.model_validate(read_json(envelope))
    except DocumentError as error:
        raise ApprovalError("malformed", f"the envelope is no JSON: {error}") from error
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        where = ".".join(map(str, first["loc"])) or "it"
        raise ApprovalError("malformed", f"no DSSE envelope: {first['msg']} at {where!r}") from error


def verified(envelope: str, trusted: Sequence[PublicKey], payload_type: str = IN_TOTO) -> bytes:
    """The payload, once a trusted key has signed it.

    Signatures of keys that nobody trusts are left aside, as the standard has it. One that claims a trusted key and does
    not fit spoils the envelope, whatever else is there.

    Args:
        envelope: the envelope as JSON.
        trusted: keys of which one must have signed.
        payload_type: what the payload has to be.

    Raises:
        ApprovalError: malformed, another type of payload, no signature of a trusted key, or a wrong one.
    """
    read = parse(envelope)
    if read.payloadType != payload_type:
        raise ApprovalError("malformed", f"the payload is {read.payloadType!r}, not {payload_type!r}")
    body = read.body
    signed = pae(read.payloadType, body)
    keys = {key.id: key for key in trusted}
    found = False
    for signature in read.signatures:
        key = keys.get(signature.keyid)
        if key is None:
            continue
        if not key.verifies(_bytes(signature.sig), signed):
            raise ApprovalError("bad_signature", f"the signature is not of key {key.id[:12]}, or something was changed")
        found = True
    if not found:
        ids = ", ".join(signature.keyid[:12] for signature in read.signatures)
        raise ApprovalError(
            "unknown_key", f"nobody trusts the key that signed this ({ids}): add its .pub file, or refuse"
        )
    return body


def _bytes(text: str) -> bytes:
    try:
        data = b64decode(text, validate=True)
    except Base64Error as error:
        raise ApprovalError("malformed", f"no Base64: {error}") from error
    if b64encode(data).decode() != text:
        raise ApprovalError("malformed", "Base64 that no encoder writes: its last bits are not zero")
    return data
