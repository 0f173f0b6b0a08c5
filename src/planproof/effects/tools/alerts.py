"""amtool and promtool: alerts and measurements of Prometheus.

Source: `amtool --help` 0.27, `promtool --help` 2.54.
"""

from __future__ import annotations

from typing import Final

from planproof.effects.tools.refs import operands
from planproof.effects.tools.tool import Tool, does, table

TOOLS: Final = (
    Tool(
        ("amtool",),
        {
            **table("""
observe: alert, alert query, silence query, check-config, cluster, cluster show, config, config show, config routes
observe: config routes show, config routes test, template render, help
notify compensable: alert add
"""),
            # A silence keeps an alert from those whom it should reach.
            **dict.fromkeys(
                ("silence add", "silence import", "silence update"),
                does("modify", "reversible", "weakens_guard", inverse="amtool silence expire"),
            ),
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
