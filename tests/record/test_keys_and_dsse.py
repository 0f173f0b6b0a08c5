"""Keys in files, and envelopes that an independent implementation of DSSE reads and writes."""

from __future__ import annotations

import json
import stat
from pathlib import Path
from typing import Any

import pytest

from planproof.model.errors import ApprovalError
from planproof.record import dsse
from planproof.record.keys import PrivateKey, create, load_private, load_public, load_trusted

BODY = b'{"hello": "world"}'


def cause(error: pytest.ExceptionInfo[ApprovalError]) -> str:
    return error.value.cause


def test_a_key_is_made_once_and_read_again(tmp_path: Path) -> None:
    folder = tmp_path / "keys"
    key = create(folder, "ana")

    assert stat.S_IMODE((folder / "ana.key").stat().st_mode) == 0o600
    assert load_private(folder / "ana.key").public.id == key.public.id == load_public(folder / "ana.pub").id
    assert [trusted.id for trusted in load_trusted(folder)] == [key.public.id]
    before = [path.read_bytes() for path in sorted(folder.iterdir())]
    for gone in (None, "ana.key", "ana.pub"):
        kept = b"" if gone is None else (folder / gone).read_bytes()
        if gone is not None:
            (folder / gone).unlink()
        with pytest.raises(ApprovalError, match="already") as caught:
            create(folder, "ana")
        assert cause(caught) == "key"
        if gone is not None:
            (folder / gone).write_bytes(kept)
            (folder / gone).chmod(0o600)
        assert [path.read_bytes() for path in sorted(folder.iterdir())] == before


@pytest.mark.parametrize("name", ["", "a/b", "..", ".hidden"])
def test_names_that_are_no_names(tmp_path: Path, name: str) -> None:
    with pytest.raises(ApprovalError, match="no name"):
        create(tmp_path, name)
    assert list(tmp_path.iterdir()) == []


def test_files_that_are_no_keys(tmp_path: Path) -> None:
    create(tmp_path, "ana")
    (tmp_path / "bad.key").write_text("no key")
    (tmp_path / "bad.key").chmod(0o600)
    for load, name in ((load_private, "ana.pub"), (load_private, "bad.key"), (load_public, "ana.key")):
        (tmp_path / name).chmod(0o600)
        with pytest.raises(ApprovalError, match="holds no Ed25519") as caught:
            load(tmp_path / name)
        assert "PRIVATE" not in str(caught.value)
    with pytest.raises(ApprovalError, match="cannot be read"):
        load_public(tmp_path / "none.pub")
    with pytest.raises(ApprovalError, match="no folder"):
        load_trusted(tmp_path / "none")
    (tmp_path / "empty").mkdir()
    with pytest.raises(ApprovalError, match=r"no \.pub file"):
        load_trusted(tmp_path / "empty")
    (tmp_path / "ana.key").chmod(0o644)
    with pytest.raises(ApprovalError, match="chmod 600"):
        load_private(tmp_path / "ana.key")


def test_keys_of_another_kind_are_refused(tmp_path: Path) -> None:
    from cryptography.hazmat.primitives.asymmetric.ec import SECP256R1, generate_private_key
    from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat, PublicFormat

    key = generate_private_key(SECP256R1())
    (tmp_path / "ec.key").write_bytes(key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()))
    (tmp_path / "ec.key").chmod(0o600)
    public = key.public_key().public_bytes(Encoding.PEM, PublicFormat.SubjectPublicKeyInfo)
    (tmp_path / "ec.pub").write_bytes(public)

    with pytest.raises(ApprovalError, match="holds no Ed25519"):
        load_private(tmp_path / "ec.key")
    with pytest.raises(ApprovalError, match="holds no Ed25519"):
        load_trusted(tmp_path)


def test_several_signatures() -> None:
    one, two, three = (PrivateKey.generate() for _ in range(3))
    signed = dsse.sign(BODY, [one, two])

    assert dsse.verified(signed, [one.public]) == dsse.verified(signed, [three.public, two.public]) == BODY
    with pytest.raises(ApprovalError) as caught:
        dsse.verified(signed, [three.public])
    assert cause(caught) == "unknown_key"


def test_an_independent_implementation_agrees() -> None:
    """securesystemslib, the reference implementation of DSSE in Python."""
    signer = pytest.importorskip("securesystemslib.signer")
    reference: Any = pytest.importorskip("securesystemslib.dsse")
    key = PrivateKey.generate()
    theirs = signer.SSlibKey.from_crypto(key.public.key, keyid=key.public.id)

    ours = reference.Envelope.from_dict(json.loads(dsse.sign(BODY, [key])))
    assert ours.payload == BODY
    assert list(ours.verify([theirs], 1)) == [key.public.id]
    assert ours.pae() == dsse.pae(dsse.IN_TOTO, BODY)

    made = reference.Envelope(BODY, dsse.IN_TOTO, {})
    made.sign(signer.CryptoSigner(key.key, theirs))
    assert dsse.verified(json.dumps(made.to_dict()), [key.public]) == BODY
