"""The ways in which people say that something is missing, out of order or unchecked: patterns, and nothing else."""

from __future__ import annotations

import re
from typing import Final

NO: Final = (
    r"(?:\bno\b|\black(?:s|ing|ed)?\b|\bwithout\b|\bmissing\b|\babsence of\b|\babsent\b"
    r"|\b(?:does|do|did|is|are|has|have|was|were)(?: not|n't)(?: \w+){0,2}? "
    r"(?:have|define|defined|include|included|specify|specified|provide|provided|contain|mention|outline|outlined|any|a)\b)"
)
GOOD: Final = (
    r"(?:sound|clear|detailed|robust|concrete|comprehensive|adequate|adequately|sufficient|sufficiently|proper|properly"
    r"|explicit|reliable|solid|complete|thorough|specific|strong|effective|safe|formal|automated|tested|verified|validated)"
)
UNDO: Final = r"(?:roll-?\s?backs?|back-?\s?out|undo|way back|recovery|reversal|revert(?:ing)?)"
CHECK: Final = r"(?:verif\w+|validat\w+|checks?|checking|testing|tests?)"
THING: Final = r"(?:\w+[ -]){0,3}?"

LACKS_UNDO: Final = re.compile(rf"{NO} (?P<kind>{THING}(?:or |and |/ ?)?){UNDO}\b(?P<rest>.*)", re.IGNORECASE)
UNDO_LACKS: Final = re.compile(
    rf"\b{UNDO} (?:\w+ )?(?:is|are|was) (?:not|un|missing|absent)\s?(?P<kind>\w*)(?P<rest>.*)", re.IGNORECASE
)
NO_RESTORE: Final = re.compile(
    rf"\b{UNDO}\b.*\b(?:cannot|can't|can not|will not|won't|does not|doesn't|fails? to|unable to) (?:\w+ )?"
    r"(?:restor|revers|revert|recover|undo|bring)",
    re.IGNORECASE,
)
IRREVERSIBLE: Final = re.compile(
    r"\b(?:is|are|be) (?:an? )?(?:irreversible|not reversible|unrecoverable)\b"
    r"|\bcannot be (?:undone|reversed|rolled back)",
    re.IGNORECASE,
)
LACKS_CHECK: Final = re.compile(
    rf"{NO} (?P<kind>{THING}){CHECK}"
    r"(?: (?:step|steps|method|criteria|mechanism|process|plan|procedure|strategy|task))?\b(?P<rest>.*)",
    re.IGNORECASE,
)
BEFOREHAND: Final = re.compile(
    r"\bpre-?\w*\b|\bprior\b|\bbefore\b|\bbeforehand\b|\bpreliminary\b|\bprecondition", re.IGNORECASE
)

AFTER: Final = r"(?:after|until|unless|once|following|only when|contingent (?:up)?on|dependent on)"
MUST: Final = r"(?:should|must|needs? to|has to|have to|ought to|(?:can|may)(?= only| not))"
NOT: Final = r"(?:not|never|n't)"
COMES_TOO_EARLY: Final = re.compile(
    r"\b(?:sequenced|ordered|scheduled|executed|placed|listed|triggered|initiated|started|performed|run|done|occurs?"
    r"|occurring|happens?|runs?|starts?|begins?|proceeds?|executes?|takes place|appears?|set to \w+)\b(?: \w+ly)?"
    r" (?:before|prior to|ahead of|without (?:waiting for|first)) (?P<other>.+)",
    re.IGNORECASE,
)
MUST_COME_LATER: Final = re.compile(
    rf"\b{MUST}\b(?: only| \w+ly)?(?: \w+){{1,3}}?(?: only| \w+ly)? {AFTER} (?P<other>.+)", re.IGNORECASE
)
MUST_NOT_COME: Final = re.compile(
    rf"\b(?:{MUST} {NOT}|cannot|can't)\b(?: \w+){{1,4}}? "
    r"(?:before|prior to|until|unless|without|ahead of) (?P<other>.+)",
    re.IGNORECASE,
)
MUST_COME_FIRST: Final = re.compile(
    rf"\b{MUST}\b(?! {NOT})(?: \w+){{1,4}}? (?:before|prior to|ahead of) (?P<other>.+)", re.IGNORECASE
)
WRONGLY_AFTER: Final = re.compile(
    r"(?<!not )\b(?:sequenced|ordered|scheduled|executed|placed|listed|being run|run|performed|occurs?|happens?) "
    r"(?:\w+ly )?after (?P<other>.+)",
    re.IGNORECASE,
)
RESTS_ON: Final = re.compile(
    r"\b(?:depend(?:s|ent|ency|encies|ing)?|rel(?:y|ies|iance|ying)|prerequisites?|pre-?conditions?|assum\w+|requir\w+"
    r"|contingent|based on)\b",
    re.IGNORECASE,
)
MISORDERED: Final = re.compile(
    r"\bnot (?:\w+ )?(?:sequenced|ordered)\b|\b(?:improper|incorrect|wrong|unsafe)(?:ly)? (?:sequenc|order)"
    r"|\bordered (?:incorrectly|wrongly)\b",
    re.IGNORECASE,
)
UNVERIFIED: Final = re.compile(
    r"\b(?:un-?verified|un-?checked|unvalidated|unconfirmed)\b"
    r"|\b(?:not|n't|never|cannot be)(?: \w+){0,2} (?:verified|validated|confirmed|checked|established)\b",
    re.IGNORECASE,
)
"""Something is not verified: what is named before, or in the same breath."""
DOES_NOT_VERIFY: Final = re.compile(
    rf"(?:{NO}(?: \w+){{0,2}} (?:verif\w+|validat\w+|confirm\w+|checks?|checking)"
    r"|\b(?:not|n't|never|fails? to)(?: \w+)? (?:verify|validate|confirm|check))\b(?P<rest>.*)",
    re.IGNORECASE,
)
"""Somebody does not verify something: what is named after."""
SEVERAL: Final = re.compile(r"\b(?:their|both|multiple|several)\b", re.IGNORECASE)
"""More than one thing is meant, of which perhaps one alone is named."""
OF_ANOTHER: Final = re.compile(
    r"\b(?:which|that|tasks?|with|latter) (?:has |have |with )?"
    r"(?:un-?verified|un-?checked|unvalidated) (?:dependenc|prerequisit)",
    re.IGNORECASE,
)
CHECK_OF_IT: Final = re.compile(rf"\W*(?:task\W*)?(?:which|that) (?:\w+ )?{NO} {THING}{CHECK}", re.IGNORECASE)
TIME: Final = re.compile(r"\b(?:after|during)(?: the)?\W*(?:task\W+)?$", re.IGNORECASE)
IF_IT_FAILS: Final = re.compile(r"\bif\b.*\bfails?\b", re.IGNORECASE)
ITSELF: Final = re.compile(
    r"\W*(?:of |that |for )?(?:its|their|the|this|that|it)\b(?: \w+)? "
    r"(?:success\w*|completion|status|outcome|completed)",
    re.IGNORECASE,
)
OF_THE_STEP: Final = re.compile(
    r"\W*(?:$|(?:is|are|was|were|has been|have been)?\W*"
    r"(?:defined|included|specified|provided|present|documented|outlined)?"
    r"\W*(?:$|which|leaving|making|posing|creating|leading|increasing|and|or|,|\.|;|for this (?:task|step)))",
    re.IGNORECASE,
)
"""What may follow a missing check that is the check of the step itself."""
NO_PRECONDITION: Final = re.compile(rf"{NO} {THING}pre-?(?:condition|requisite)s?\b(?P<rest>.*)", re.IGNORECASE)
NOT_LISTED: Final = re.compile(
    r"\b(?:does not|doesn't) list\b.*\b(?:preconditions?|prerequisites?|dependenc)", re.IGNORECASE
)
MISSING_STEP: Final = re.compile(
    r"\b(?:missing|lacks?|no|does not include|should include|needs?|add|consider (?:adding|including))\b"
    rf"(?: \w+){{0,4}} (?:step|steps|task|phase|{CHECK})\b",
    re.IGNORECASE,
)
TOOL: Final = re.compile(
    r"['\"`](?P<tool>[\w.+-]+)['\"`](?: tool| command| binary| CLI)? (?:is|are) (?:not|un)\s?"
    r"(?:available|listed|allowed|installed|among|in the)",
    re.IGNORECASE,
)
