"""Writes the table of programs in `planproof.effects.tools.registry` anew from the modules beside it."""

from __future__ import annotations

import re
from importlib import import_module
from pathlib import Path

from planproof.effects.tools import registry

WIDTH = 112


def main() -> None:
    """Rewrites `PROGRAMS` in place."""
    path = Path(str(registry.__file__))
    lines = ["PROGRAMS: Final[dict[str, str]] = {\n", "    # module: the programs whose readers stand in its TOOLS\n"]
    for module in sorted(p.stem for p in path.parent.glob("*.py")):
        tools = getattr(import_module(f"planproof.effects.tools.{module}"), "TOOLS", None)
        if tools is None:
            continue
        names = dict.fromkeys(name for tool in tools for name in tool.names)
        lines.append(f'    "{module}": (\n')
        line = ""
        for name in names:
            if len(line) + len(name) + 1 > WIDTH - 12:
                lines.append(f'        "{line} "\n')
                line = ""
            line = f"{line} {name}".strip() if not line else f"{line} {name}"
        lines += [f'        "{line}"\n', "    ),\n"]
    text = path.read_text("utf-8")
    made = re.sub(r"PROGRAMS: Final.*?\n}\n", lambda _: "".join(lines) + "}\n", text, count=1, flags=re.DOTALL)
    path.write_text(made, "utf-8")


if __name__ == "__main__":
    main()
