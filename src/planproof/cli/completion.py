"""`planproof completion`."""

from __future__ import annotations

import click
from click.shell_completion import get_completion_class

from planproof.cli.group import planproof
from planproof.cli.streams import put


@click.command()
@click.argument("shell", type=click.Choice(["bash", "zsh", "fish"]))
def completion(shell: str) -> None:
    """Print the script that completes planproof's arguments in a shell.

    \b
    bash   eval "$(planproof completion bash)"         in ~/.bashrc
    zsh    eval "$(planproof completion zsh)"          in ~/.zshrc
    fish   planproof completion fish | source          in ~/.config/fish/config.fish
    """  # noqa: D301 - `\\b` is how click is told to leave the lines alone
    found = get_completion_class(shell)
    assert found is not None, "click knows the shells of the choice"
    put(found(planproof, {}, "planproof", "_PLANPROOF_COMPLETE").source())
