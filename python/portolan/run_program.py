"""Runs a file with a bot class and separates its output from its answers: python -m portolan.run_program FILE."""

import os
import runpy
import sys
from pathlib import Path

from .program import _protocol


def main(words: list[str]) -> None:
    """Runs the file named by the first word, with the other words as its arguments, as `python FILE …` does."""
    if not words:
        sys.exit("usage: python -m portolan.run_program FILE [ARGUMENT …]")
    if "PORTOLAN_PROTOCOL" in os.environ:
        _protocol()
    sys.argv = words
    sys.path[0] = str(Path(words[0]).resolve().parent)
    runpy.run_path(words[0], run_name="__main__")
    if "PORTOLAN_PROTOCOL" in os.environ:
        sys.exit(f"{words[0]}: no class with the decorator @portolan.play_program")


if __name__ == "__main__":
    main(sys.argv[1:])
