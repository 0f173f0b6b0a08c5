"""Ed25519 keys: made, kept in files, named by their digest."""

from __future__ import annotations

import os
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Final

from planproof.model.errors import ApprovalError

try:
    from cryptography.exceptions import InvalidSignature, UnsupportedAlgorithm
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
    from cryptography.hazmat.primitives.serialization import (
        Encoding,
        NoEncryption,
        PrivateFormat,
        PublicFormat,
        load_pem_private_key,
        load_pem_public_key,
    )
except ImportError as error:  # pragma: no cover - the extra is installed where this is tested
    raise ApprovalError("key", f"keys are handled by cryptography: pip install 'planproof[loop]' ({error})") from error

_MAX_PEM: Final = 10_000
"""Bytes of a key file that are read."""


@dataclass(frozen=True, slots=True)
class PublicKey:
    """A key that signatures are checked with.

    Args:
        key: the Ed25519 key.
    """

    key: Ed25519PublicKey

    @property
    def id(self) -> str:
        """SHA-256 of the 32 raw bytes of the key, as 64 hex digits."""
        return sha256(self.key.public_bytes_raw()).hexdigest()

    def verifies(self, signature: bytes, data: bytes) -> bool:
        """Whether this key's owner signed the data."""
        try:
            self.key.verify(signature, data)
        except InvalidSignature:
            return False
        return True


@dataclass(frozen=True, slots=True)
class PrivateKey:
    """A key that signs.

    Args:
        key: the Ed25519 key.
    """

    key: Ed25519PrivateKey

    @classmethod
    def generate(cls) -> PrivateKey:
        """A new key.

        Example:
            >>> key = PrivateKey.generate()
            >>> key.public.verifies(key.sign(b"x"), b"x"), key.public.verifies(key.sign(b"x"), b"y")
            (True, False)
        """
        return cls(Ed25519PrivateKey.generate())

    @property
    def public(self) -> PublicKey:
        """The key that its signatures are checked with."""
        return PublicKey(self.key.public_key())

    def sign(self, data: bytes) -> bytes:
        """The signature of some data: 64 bytes."""
        return self.key.sign(data)


def create(folder: Path, name: str) -> PrivateKey:
    """Makes a key in two files: `NAME.key` (PKCS 8, for its owner's eyes only) and `NAME.pub`.

    Args:
        folder: where; it is made if it is not there.
        name: of the files.

    Raises:
        ApprovalError: one of them is there already; it is never overwritten. Or they cannot be written.
    """
    if not name or name != Path(name).name or name.startswith("."):
        raise ApprovalError("key", f"{name!r} is no name of a key: write one without slashes")
    key = PrivateKey.generate()
    secret, shared = folder / f"{name}.key", folder / f"{name}.pub"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        # The public key first: where it is there already, no secret is left lying about.
        _write(shared, key.public.key.public_bytes(Encoding.PEM, PublicFormat.SubjectPublicKeyInfo), 0o644)
        _write(secret, key.key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()), 0o600)
    except FileExistsError as error:
        raise ApprovalError(
            "key", f"there is a key {name!r} in {str(folder)!r} already: choose another name, or move it away"
        ) from error
    except OSError as error:
        raise ApprovalError(
            "key", f"the key {name!r} cannot be written to {str(folder)!r}: {error.strerror}"
        ) from error
    return key


def load_private(path: Path) -> PrivateKey:
    """A key from a `.key` file.

    Raises:
        ApprovalError: no Ed25519 key in PKCS 8 PEM without a password, or one that others may read.
    """
    data = _read(path)
    if os.name == "posix" and path.stat().st_mode & 0o077:
        raise ApprovalError("key", f"others than its owner may read {str(path)!r}: run `chmod 600 {path}`")
    try:
        key = load_pem_private_key(data, password=None)
    except (ValueError, TypeError, UnsupportedAlgorithm):
        key = None  # what is wrong with a secret is not repeated: the message could hold a part of it
    if not isinstance(key, Ed25519PrivateKey):
        raise ApprovalError(
            "key", f"{str(path)!r} holds no Ed25519 key without a password: make one with `keys create`"
        )
    return PrivateKey(key)


def load_public(path: Path) -> PublicKey:
    """A key from a `.pub` file.

    Raises:
        ApprovalError: no Ed25519 public key in PEM.
    """
    try:
        key = load_pem_public_key(_read(path))
    except (ValueError, TypeError, UnsupportedAlgorithm):
        key = None
    if not isinstance(key, Ed25519PublicKey):
        raise ApprovalError("key", f"{str(path)!r} holds no Ed25519 public key in PEM: ask its owner for the .pub file")
    return PublicKey(key)


def load_trusted(folder: Path) -> tuple[PublicKey, ...]:
    """The keys of a folder's `.pub` files: those whose approvals count.

    Raises:
        ApprovalError: no such folder, no key in it, or a file that is none.
    """
    if not folder.is_dir():
        raise ApprovalError("key", f"there is no folder {str(folder)!r} of trusted keys: put .pub files in one")
    keys = tuple(load_public(path) for path in sorted(folder.glob("*.pub")))
    if not keys:
        raise ApprovalError("key", f"there is no .pub file in {str(folder)!r}: nobody's approval counts")
    return keys


def _write(path: Path, data: bytes, mode: int) -> None:
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, mode)
    with os.fdopen(descriptor, "wb") as file:
        file.write(data)
        file.flush()
        os.fsync(descriptor)


def _read(path: Path) -> bytes:
    try:
        with path.open("rb") as file:
            return file.read(_MAX_PEM)
    except OSError as error:
        raise ApprovalError("key", f"the key {str(path)!r} cannot be read: {error.strerror}") from error
