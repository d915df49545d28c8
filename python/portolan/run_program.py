"""Runs a file with a class that plays, whose own output cannot mix with its answers: python -m portolan.run_program FILE."""

import os
import runpy
import sys
from pathlib import Path

from .program import _protocol


def main(words):
    """Runs the file that the first word names with the others as its arguments, as `python FILE …` does."""
    if not words:
        sys.exit("usage: python -m portolan.run_program FILE [ARGUMENT …]")
    if "PORTOLAN_PROTOCOL" in os.environ:
        _protocol()
    sys.argv = words
    sys.path[0] = str(Path(words[0]).resolve().parent)
    runpy.run_path(words[0], run_name="__main__")


if __name__ == "__main__":
    main(sys.argv[1:])
