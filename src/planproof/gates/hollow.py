"""Hollow words: sentences that stand where a check or a way back should be, and say nothing of the kind.

A text is hollow if one of its sentences is, so that text put before or after it does not make it whole: whoever
means the rest can say it without that sentence, or as typed fields and commands, which are judged instead. The
exception are sentences that only look at things (`review the logs`): they are hollow alone and harmless beside a
sentence that undoes something.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

_SENTENCE: Final = re.compile(r"(?<=[.!?])\s+|[\n\r]+")
_CLAUSE: Final = re.compile(
    r"\s*(?:[,;:+&/\u2013\u2014]|\.$|\b(?:and|then|or|but|before|after|otherwise)\b)\s*", re.IGNORECASE
)

_NEVER: Final = (
    r"\bn/a\b|\bn\.a\.|\bnot applicable\b|\btb[dac]\b|\bto be (?:determined|decided|defined|confirmed|announced)\b"
)
"""What stands for nothing wherever it stands."""
_VALUE: Final = (
    r"(?<!\bto )(?<!\bis )(?<!\bare )(?<!\bbe )(?<!\bof )(?<!\bwith )(?<!\breturns )(?<!\bshows )(?<!= )(?<!=)"
)
"""In front of a word that would be a value there: `set log_statement to none`."""

_NO_CHECK: Final = re.compile(
    rf"{_NEVER}|\bshould (?:just |simply )?(?:work|be (?:fine|ok|okay))\b"
    r"|\b(?:we|just|simply|i) trust\b|\btrust (?:me|us|it|that|the (?:team|tool|script|process|operator|author))\b"
    r"|\bno (?:verification|checks?|validation|tests?)(?: is| are)? (?:needed|required|necessary|possible|planned)\b"
    r"|\b(?:assume|presume)[ds]? (?:it|that|ok|success|the)\b|\blooks? (?:good|fine|ok|okay)\b|\bfingers crossed\b"
    r"|\becho\s+(?:['\"]|(?:ok|okay|done|success|passed|pass|verified|true|good|yes)\b)|\bexit 0\b|\|\|\s*true\b"
    r"|^(?:none|nothing|true|trust|hope|assume|skip(?:ped)?|unknown|no verification|:)(?!\w)|^echo\s"
    rf"|{_VALUE}\b(?:none|true|no verification)\W*$",
    re.IGNORECASE,
)
_NO_EXPECTATION: Final = re.compile(rf"{_NEVER}|\bshould (?:just |simply )?work\b", re.IGNORECASE)

_NO_UNDO: Final = re.compile(
    rf"{_NEVER}|\bno (?:rollback|roll back|undo|way back|recovery|restore)\b(?! (?:point|plan|script|log)\b)"
    r"|\b(?:rollback|roll back|undo|restoration|restore|recovery|reversal) (?:is |was )?(?:not |im|un)"
    r"(?:possible|available|needed|required|necessary|applicable|supported)\b"
    r"|\bcan(?:not|'t| not) be (?:undone|rolled back|reversed|reverted|restored|recovered)\b|\bis irreversible\b"
    r"|\bhandled (?:elsewhere|separately)\b|\brollback (?:is )?handled\b|\bmanual (?:intervention|remediation|fix)\b"
    r"|\bdo nothing\b|\bnothing (?:to (?:do|undo|roll back|revert|restore)|needed|required|can be done)\b"
    r"|^accept (?:the )?(?:loss|risk|outage)\b|^not (?:needed|required|possible|available)\b"
    rf"|^(?:none|nothing|null|unknown|skip(?:ped)?|ignored?|irreversible)\b(?! of\b)|{_VALUE}\bnone\W*$",
    re.IGNORECASE,
)
_PLAN: Final = (
    r"(?:plan|migration|deployment|process|rollout|roll-out|upgrade|run|execution|cutover|everything|procedure|rotation"
    r"|maintenance|here)"
)
_PEOPLE: Final = (
    r"(?:the |an? |our |your |all )?(?:\w+ )?(?:teams?|on-?call|users?|ops|admins?|administrators?|owners?|everyone"
    r"|support|vendor|stakeholders?|manager|developers?|engineers?|sre|dba|provider|carrier|security|customers?|channel)\b"
)
_LEAD: Final = r"^(?:(?:please|just|simply|immediately|first|then|also|automatically|manually)\s+)*"
_IDLE_CLAUSE: Final = re.compile(
    r"\b(?:notify|notifies|notifying|inform|escalate|investigate|troubleshoot|diagnose|debug)\b|\bnotification of\b"
    r"|\bre-?try(?! (?:polic|logic|queue|count|limit|config|interval|budget|setting))|\btry (?:it |this |that )?again\b"
    r"|\bre-?(?:attempt|run|submit|execute)\b|\battempt\b.*\bagain\b"
    rf"|\b(?:stop|pause|cancel|suspend|terminate|end|freeze) (?:the |this |all |any )?(?:\w+ )?{_PLAN}\b"
    r"|\bhalt\b|\babort\b"
    r"|\b(?:trigger|raise|send|issue) (?:an? |the )?(?:alert|alarm|notification|page|ticket|incident)"
    rf"|\b(?:alert|page|contact|call|ask|tell|email|message|consult|warn) {_PEOPLE}"
    r"|\b(?:open|file|create|raise) (?:an? )?(?:\w+ )?(?:ticket|incident|issue)\b|\bpost (?:in|to|on) "
    r"|\b(?:wait|monitor|watch) (?:for|until|the|and|closely|it|logs?|metrics)\b|\bpage on-?call\b"
    rf"|{_LEAD}(?:alert|page|contact|wait|monitor|watch|hold|stop|pause|attempt)(?:\s*$|\s+(?:and|or|if|closely)\b)"
    rf"|{_LEAD}(?:alert|contact|monitor|wait|attempt)\b",
    re.IGNORECASE,
)
"""Clauses that leave the world as the step left it."""
_LOOKING: Final = re.compile(
    rf"{_LEAD}(?:document|review|analy[sz]e|verify|check|recheck|re-check|validate|inspect|assess|reassess|re-assess"
    r"|evaluate|confirm|consider|rescan|re-scan|log|record|report|reevaluate|re-evaluate|discuss|decide)\b",
    re.IGNORECASE,
)
_UNDO: Final = re.compile(
    r"\b(?:re-?(?:store|vert|create|install|deploy|enable|add|attach|import|grant|point|route|apply|start|build|open"
    r"|activate|establish|introduce|assign|configure|initiali[sz]e|image|provision|move)|restor\w+"
    r"|roll(?:ing|ed)? ?back|undo|redirect|retarget|reset|reverse|recover|return|switch|fail ?(?:back|over)|fall back"
    r"|point|put|bring|move|set|scale|import|load|publish|enable|disable|deactivate|start|drop|delete|destroy|uninstall"
    r"|undeploy|detach|deregister|replay|copy|lift|give|drain|reduce|increase|turn|unschedule|unfreeze|resume|close"
    r"|grant|revoke|rebuild|swap|flip|discard|clean|deploy|install|apply|use|remount|downgrade|retain|replace|exchange"
    r"|swing|fill|empty|write|rename|push|merge|attach|start|fix|keep|sign)\b|\b(?:back|again)\W*$",
    re.IGNORECASE,
)


_NOTHING: Final = "n applicable tba tbc tbd determined decided defined confirmed announced no none nothing unknown skip"
_CHECK_TRIGGERS: Final = frozenset(
    f"""{_NOTHING} skipped should trust hope assume assumes assumed presume presumes presumed look looks fingers
    echo exit true verification""".split()
)
_UNDO_TRIGGERS: Final = frozenset(
    f"""{_NOTHING} skipped not null ignore ignored accept irreversible handled manual cannot can't impossible
    unavailable unneeded unrequired unnecessary unsupported notify notifies notifying inform escalate investigate
    troubleshoot diagnose debug notification retry try re reattempt rerun resubmit reexecute attempt halt abort
    stop pause cancel suspend terminate end freeze trigger raise send issue alert page contact call ask tell email
    message consult warn open file create post wait monitor watch hold document review analyze analyse verify
    check recheck validate inspect assess reassess evaluate reevaluate confirm consider rescan log record report
    discuss decide""".split()
)
"""Words one of which every hollow text has: one without them needs no closer look, which takes thirty times longer."""
_TRIGGER_WORD: Final = re.compile(r"[a-z']+")


@dataclass(frozen=True, slots=True)
class Hollow:
    """The sentence that says nothing."""

    quote: str
    sure: bool = True
    """False: further text could make it whole."""


def hollow_check(how: str, expected: str = "") -> str | None:
    """The sentence in the words of a verification that shows nothing; None where they describe a check.

    Example:
        >>> hollow_check("query the catalogue", "none"), hollow_check("n/a"), hollow_check("Approved. Should work")
        (None, 'n/a', 'Should work')
    """
    if ":" in how or not _CHECK_TRIGGERS.isdisjoint(_TRIGGER_WORD.findall(how.casefold())):
        for sentence in _sentences(how):
            if _NO_CHECK.search(sentence):
                return sentence
    if _CHECK_TRIGGERS.isdisjoint(_TRIGGER_WORD.findall(expected.casefold())):
        return None
    return next((s for s in _sentences(expected) if _NO_EXPECTATION.search(s)), None)


@lru_cache(maxsize=1024)
def hollow_undo(action: str) -> Hollow | None:
    """The sentence of a rollback's action that undoes nothing; None where the action may be a way back.

    Within one sentence, a clause that undoes something makes up for one that does not.

    Example:
        >>> hollow_undo("Notify the platform team and retry")
        Hollow(quote='Notify the platform team and retry', sure=True)
        >>> hollow_undo("notify the team and revert to the old index"), hollow_undo("set log_statement to none")
        (None, None)
        >>> hollow_undo("Retry. Restore everything from the backup").quote, hollow_undo("review the logs").sure
        ('Retry.', False)
    """
    if _UNDO_TRIGGERS.isdisjoint(_TRIGGER_WORD.findall(action.casefold())):
        return None
    looking: str | None = None
    undoes = False
    for sentence in _sentences(action):
        if _NO_UNDO.search(sentence):
            return Hollow(sentence)
        idle = False
        helps = False
        for clause in _CLAUSE.split(sentence):
            if _IDLE_CLAUSE.search(clause):
                idle = True
            elif _LOOKING.search(clause):
                looking = looking or sentence
            elif _UNDO.search(clause):
                helps = True
        if idle and not helps:
            return Hollow(sentence)
        undoes = undoes or helps
    return Hollow(looking, sure=False) if looking is not None and not undoes else None


def _sentences(text: str) -> Iterator[str]:
    for sentence in _SENTENCE.split(text):
        if sentence.strip():
            yield sentence.strip()
