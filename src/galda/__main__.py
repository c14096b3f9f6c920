"""`python -m galda` is the command line."""

from galda.cli import main

main()
