"""What the commands on runs share: the record, the models, the key, and how a run is told."""

from __future__ import annotations

import os
import uuid
from collections.abc import Callable, Generator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, TypeVar

import click

from planproof.cli.streams import put, put_json

if TYPE_CHECKING:
    from datetime import datetime

    from planproof.loop.durable import Kind
    from planproof.loop.log import Log
    from planproof.loop.perform import Clock, Hands, Providers, Signer
    from planproof.loop.state import State
    from planproof.model.config import ModelOptions
    from planproof.providers.port import Provider, Role
    from planproof.record.projection import Escalation
    from planproof.record.store import Store

STORE: Final = "sqlite:///planproof.db"
F = TypeVar("F", bound=Callable[..., Any])


def store_option(command: F) -> F:
    """`--store`."""
    return click.option(
        "--store",
        "--database-url",
        "store_url",
        envvar="PLANPROOF_STORE",
        default=STORE,
        show_default=True,
        metavar="URL",
        help="The record: sqlite:///FILE or postgresql://…; or PLANPROOF_STORE.",
    )(command)


def key_option(command: F) -> F:
    """`--key`."""
    return click.option(
        "--key",
        "key_file",
        envvar="PLANPROOF_KEY",
        metavar="FILE",
        help="The private key that signs approvals, see `planproof keys new`; or PLANPROOF_KEY.",
    )(command)


def actor_option(command: F) -> F:
    """`--as`."""
    return click.option(
        "--as",
        "actor",
        envvar="PLANPROOF_ACTOR",
        metavar="NAME",
        help="Who you are, for the record; or PLANPROOF_ACTOR.",
    )(command)


def json_option(command: F) -> F:
    """`--output text|json`."""
    return click.option(
        "--output", "-o", "form", type=click.Choice(["text", "json"]), default="text", show_default=True
    )(command)


def now_option(command: F) -> F:
    """`--now`."""
    return click.option("--now", metavar="TIME", help="The clock, instead of the machine's: 2026-09-02T00:00:00Z.")(
        command
    )


@contextmanager
def record(url: str, *, exists: bool = True, check: bool = True) -> Generator[Store]:
    """The record at an address.

    Args:
        url: the address.
        exists: whether there has to be one already: who looks for a run does not make an empty record.
        check: False opens a damaged one, for an audit.
    """
    from planproof.model.errors import RecordError
    from planproof.record import Store

    path = Path(url.removeprefix("sqlite:///")) if url.startswith("sqlite:///") else None
    if exists and path is not None and not path.exists():
        raise RecordError("missing", f"there is no record {str(path)!r}: name one with --store, or start a run")
    with Store.open(url, check=check) as store:
        yield store


def clock_of(now: str | None) -> Clock:
    """The machine's clock, or one that stands still."""
    from planproof.cli.asked import clock
    from planproof.loop.perform import utc_now

    if now is None:
        return utc_now
    fixed: datetime = clock(now)
    return lambda: fixed


def signer_of(key_file: str | None) -> Signer:
    """Signs with the key in a file.

    Raises:
        ApprovalError: there is no key.
    """
    from planproof.model.errors import ApprovalError
    from planproof.record import dsse
    from planproof.record.keys import load_private

    if not key_file:
        raise ApprovalError(
            "key", "no key to sign with: make one with `planproof keys new NAME` and name it with --key NAME.key"
        )
    key = load_private(Path(key_file))
    return lambda payload: dsse.sign(payload, [key])


def providers_of(options: Sequence[ModelOptions], write: Callable[[str], None] | None = None) -> Providers:
    """Finds models by name, each made once.

    Args:
        options: the models of the configuration.
        write: takes a line for each answer, where the session is recorded.
    """
    from planproof.providers.named import provider_of
    from planproof.providers.recorded import Recorder

    made: dict[tuple[str, Role], Provider] = {}

    def find(name: str, role: Role) -> Provider:
        if (name, role) not in made:
            provider = provider_of(name, role, options)
            made[name, role] = provider if write is None else Recorder(provider, write)
        return made[name, role]

    return find


def hands_of(log: Log, providers: Providers, sign: Signer, clock: Clock) -> Hands:
    """What a run reaches the world with."""
    from planproof.loop.perform import Hands

    return Hands(log.run, providers, sign, clock)


def new_id() -> str:
    """An id for a run that no other has."""
    return uuid.uuid4().hex[:12]


def who(actor: str | None) -> str:
    """The identified person.

    Raises:
        UsageError: nobody says who they are.
    """
    name = (actor or "").strip()
    if not name:
        raise click.UsageError("say who you are: --as NAME, or PLANPROOF_ACTOR; the record keeps it")
    return name


def question(store: Store, name: str) -> Escalation:
    """A question by its id.

    Raises:
        LoopError: there is none.
    """
    from planproof.model.errors import LoopError

    for escalation in store.escalations():
        if escalation.id == name:
            return escalation
    raise LoopError(f"there is no question {name!r}: `planproof escalations list --all` shows them")


def tell(*lines: str) -> None:
    """Prints lines of what stands in a record.

    Models wrote parts of it: they make no line break and no hidden sign of their own, and secrets are hidden.
    """
    from planproof.gates.risk.secrets import redact
    from planproof.output.visible import visible

    put("\n".join(visible(redact(line)) for line in lines))


def exit_code(state: State) -> int:
    """0 approved, 1 denied or rejected, 3 needs a person."""
    if state.approval is not None:
        return 0
    return 1 if state.phase == "ended" else 3


def summary(run: str, state: State) -> dict[str, object]:
    """A run as JSON."""
    current, waiting = state.current, state.open_escalation
    judged = current.judged if current is not None else None
    return {
        "run": run,
        "goal": state.goal.id,
        "phase": state.phase,
        "stop": state.stop,
        "decision": judged.decision if judged is not None else None,
        "plan_digest": current.digest if current is not None else None,
        "versions": state.versions,
        "approval": state.approval,
        "escalation": waiting.model_dump(mode="json") if waiting is not None else None,
        "spent": {**state.spent.model_dump(mode="json"), "tokens": state.spent.tokens},
    }


def leave(store_url: str, kind: Kind, log: Log, form: str) -> None:
    """Leaves a run to the workers, and says so."""
    from planproof.loop.durable import put_in_line

    seen = put_in_line(store_url, kind, log.run, log.head.seq)
    if form == "json":
        put_json({**summary(log.run, log.state), "queued": True})
    else:
        hint = "" if seen else "; none has been seen yet, start one with `planproof work`"
        put(f"run {log.run} is left to the workers{hint}: `planproof explain {log.run}` tells how it goes")


def same_user() -> str:
    """Whoever started the process, as the system knows them."""
    return os.environ.get("USER") or os.environ.get("LOGNAME") or ""
