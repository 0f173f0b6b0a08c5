"""`python -m planproof`."""

from planproof.cli import main

main()
