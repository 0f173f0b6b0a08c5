"""VER006 verification-changes-the-world."""

from __future__ import annotations

from collections.abc import Iterator

from planproof.effects import CommandEffect, exceeds
from planproof.effects.effect import Suggestion
from planproof.effects.prose import suggest_by_command, suggest_by_text
from planproof.gates.analysis import Analysis
from planproof.gates.duty import weight
from planproof.gates.rule import Rule
from planproof.model.finding import CommandEvidence, Finding
from planproof.model.plan import Command


class VerificationChangesTheWorld(Rule):
    """A verification command that destroys something.

    Where the command is understood, what it does counts; otherwise the lexicon is asked about its words. A check may
    write what it needs, such as a canary row; it may not delete, drop or truncate.

    Why:
        A verification runs again and again: after the step, after a retry, when a person asks how things stand. One
        that destroys does so each time, and no way back is kept for it, since nobody takes a check for a change.

    Fails:
        ```yaml
        plan:
          id: p
          tasks:
            - id: cache
              effect: modify
              writes: [cache]
              rollback: {kind: inverse, commands: [redis-cli config set maxmemory-policy noeviction]}
              verification: {what: "no stale row", command: "psql -c 'DELETE FROM sessions WHERE stale'"}
        ```

    Passes:
        ```yaml
        plan:
          id: p
          tasks:
            - id: cache
              effect: modify
              writes: [cache]
              rollback: {kind: inverse, commands: [redis-cli config set maxmemory-policy noeviction]}
              verification:
                what: no stale row
                command: test "$(psql -Atc 'select count(*) from sessions where stale')" = 0
        ```
    """

    code = "VER006"
    name = "verification-changes-the-world"
    family = "verification"
    summary = "a verification command that destroys something"
    severity = "warning"
    basis = "inferred"

    def check(self, plan: Analysis) -> Iterator[Finding]:
        """Yields each verification whose command destroys, or speaks of it."""
        for task in plan.tasks:
            command = task.verification.command if task.verification is not None else None
            if command is None or (span := destroying(command, plan.command_effect(command))) is None:
                continue
            yield self.finding(
                f"the verification of step {task.id!r} destroys something: {span!r}; "
                "let it only look, and make the change a step of its own",
                tasks=(task.id,),
                evidence=(CommandEvidence(task=task.id, command=command.run, span=span),),
                severity=weight(plan, "warning"),
            )


def destroying(command: Command, effect: CommandEffect) -> str | None:
    """The part of a command that destroys something, as far as is known; its words where it is not understood.

    Args:
        command: the command.
        effect: what it does.

    Example:
        >>> from planproof.effects import effect_of_command
        >>> drop = Command(run="psql -c 'DROP TABLE users'")
        >>> destroying(drop, effect_of_command(drop))
        'DROP TABLE users'
    """
    if effect.understood:
        return effect.because if effect.kind == "destroy" else None
    return _destroying(suggest_by_command(command.run))


def speaks_of_destroying(text: str) -> str | None:
    """The words of a sentence that suggest to destroy something, by the lexicon.

    Example:
        >>> speaks_of_destroying("drop the orders table"), speaks_of_destroying("put the table back")
        ('drop the orders table', None)
    """
    return _destroying(suggest_by_text(text))


def _destroying(suggestion: Suggestion | None) -> str | None:
    return None if suggestion is None or exceeds("destroy", suggestion.kind) else suggestion.words
