"""`python -m planproof.cli`."""

from planproof.cli import main

main()
