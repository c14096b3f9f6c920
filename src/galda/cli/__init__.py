"""The command line, `galda`: one file for each group of commands."""

from galda.core.quick import quick_imports

with quick_imports():
    from galda.cli.main import main

__all__ = ["main"]
