"""amtool and promtool: alerts and measurements of Prometheus.

Source: `amtool --help` 0.27, `promtool --help` 2.54.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from planproof.effects.act import Act
from planproof.effects.tools.call import Args, Call
from planproof.effects.tools.refs import operands
from planproof.effects.tools.tool import Shell, Tool, does, table

_SILENCE: Final = does("modify", "reversible", inverse="amtool silence expire")
_LONG_SILENCE: Final = does("modify", "reversible", "weakens_guard", inverse="amtool silence expire")
"""A silence keeps an alert from those whom it should reach."""
_HOURS: Final = re.compile(r"(?:(\d{1,3})h)?(?:(\d{1,4})m)?(?:\d{1,5}s)?")
_A_DAY: Final = 24 * 60
"""Minutes."""


def _silence(call: Call, args: Args, _shell: Shell) -> Sequence[Act]:
    """One that ends by itself within a day, as it does after an hour where nothing is said, belongs to a change."""
    within = _HOURS.fullmatch(args.value("-d", "--duration") or "1h")
    minutes = int(within[1] or 0) * 60 + int(within[2] or 0) if within is not None else _A_DAY + 1
    short = minutes <= _A_DAY and not args.has("--end", "--start")
    return [(_SILENCE if short else _LONG_SILENCE).act(call, (), "amtool silence add")]


TOOLS: Final = (
    Tool(
        ("amtool",),
        {
            **table("""
observe: alert, alert query, silence query, check-config, cluster, cluster show, config, config show, config routes
observe: config routes show, config routes test, template render, help
notify compensable: alert add
"""),
            "silence add": _silence,
            **dict.fromkeys(("silence import", "silence update"), _LONG_SILENCE),
            "silence expire": does("modify", "compensable", refs=operands("silence", 2)),
            "silence": does("observe"),
        },
        valued=frozenset(
            "--alertmanager.url --config.file -o --output -a --author -d --duration -c --comment --start --end"
            " --timeout --http.config.file".split()
        ),
    ),
    Tool(
        ("promtool",),
        table("""
observe: check config, check web-config, check rules, check metrics, check service-discovery, check healthy, check ready
observe: query instant, query range, query series, query labels, query analyze, debug pprof, debug metrics, debug all
observe: test rules, tsdb analyze, tsdb list, tsdb dump, tsdb dump-openmetrics, promql format, help
create reversible: tsdb create-blocks-from openmetrics, tsdb create-blocks-from rules, tsdb bench write
create irreversible: push metrics
modify reversible: promql label-matchers set, promql label-matchers delete
"""),
        valued=frozenset({"--http.config.file", "--lint", "-o", "--format", "--start", "--end", "--step"}),
    ),
)
