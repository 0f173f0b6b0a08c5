"""Variables: what the variables and arguments of a script hold, as far as it is known."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from planproof.effects.tools.call import EXPANDED

MAX_VALUE: Final = 20_000
"""Characters of a variable that are kept."""
_COUNT: Final = "#"
"""The name under which the number of arguments stands, as in `$#`."""
_READERS: Final = frozenset("read mapfile readarray getopts let printf wait".split())
"""Built-ins that set the variables they name."""


class Variables:
    """The variables of one script. A value that is not known stands as `$NAME` behind a mark; so does one never set."""

    def __init__(self, arguments: Sequence[str] = ()) -> None:
        self._values: dict[str, str] = {}
        self._shared: set[str] = set()
        """Names that another name also stands for (`declare -n`): what they hold is never known."""
        if arguments:
            self.give(arguments)

    def get(self, name: str) -> str | None:
        """The value; None where nothing in the script sets it."""
        return self._values.get(name)

    def put(self, name: str, value: str) -> None:
        """Sets a variable."""
        self._values[name] = value if name not in self._shared and len(value) <= MAX_VALUE else _not_known(name)

    def forget(self, name: str) -> None:
        """Sets a variable to what is not known."""
        self._values[name] = _not_known(name)

    def unset(self, name: str) -> None:
        self._values.pop(name, None)

    def share(self, name: str, other: str) -> None:
        """Makes one name stand for another variable."""
        for shared in (name, other):
            self._shared.add(shared)
            self.forget(shared)
        if EXPANDED in other:
            self._values.clear()

    # -- arguments -----------------------------------------------------------------------------------------

    @property
    def arguments(self) -> list[str] | None:
        """`$1`, `$2` …; None where they are not known."""
        count = self._values.get(_COUNT, "")
        if not count.isdigit():
            return None
        found = [self._values.get(str(i)) for i in range(1, int(count) + 1)]
        known = [word for word in found if word is not None]
        return known if len(known) == len(found) else None

    def give(self, words: Sequence[str]) -> None:
        """Sets the arguments: those of a function, or by `set --`."""
        self._drop_arguments()
        self._values.update({str(i): word for i, word in enumerate(words, 1)})
        self._values[_COUNT] = str(len(words))

    def _drop_arguments(self) -> None:
        for name in [n for n in self._values if n.isdigit() or n == _COUNT]:
            del self._values[name]

    def take_arguments(self, kept: dict[str, str]) -> None:
        """Puts the arguments of a snapshot back, behind a function."""
        self._drop_arguments()
        self._values.update({name: value for name, value in kept.items() if name.isdigit() or name == _COUNT})

    # -- what commands do to them --------------------------------------------------------------------------

    def noted(self, argv: Sequence[str]) -> None:
        """What a built-in does to variables and arguments."""
        match argv[0]:
            case "shift":
                words, by = self.arguments, argv[1] if len(argv) > 1 else "1"
                if words is not None and by.isdigit():
                    self.give(words[int(by) :])
                else:
                    self._drop_arguments()
            case "set" if "--" in argv:
                self.give(argv[argv.index("--") + 1 :])
            case "set" if len(argv) > 1 and argv[1][:1] not in ("-", "+"):
                self.give(argv[1:])
            case "set" if any(EXPANDED in word for word in argv):
                self._drop_arguments()
            case name if name in _READERS:
                for word in argv[1:]:
                    # `printf -v x`, `read -a x` may be written in one word.
                    for named in (word, word[2:]):
                        if named in self._values:
                            self.forget(named)
            case _:
                pass

    # -- paths that may be taken or not --------------------------------------------------------------------

    def kept(self) -> dict[str, str]:
        """A snapshot."""
        return dict(self._values)

    def restore(self, kept: dict[str, str]) -> None:
        """Takes back what was set since a snapshot."""
        self._values = dict(kept)

    def changed_since(self, kept: dict[str, str]) -> bool:
        return self._values != kept

    def doubt_since(self, kept: dict[str, str]) -> None:
        """What was set since a snapshot may have been set or not."""
        for name in {*self._values, *kept}:
            if self._values.get(name) != kept.get(name):
                self.forget(name)


def _not_known(name: str) -> str:
    return f"{EXPANDED}${name}"
