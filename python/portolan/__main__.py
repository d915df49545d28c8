"""Runs the program `portolan`, as `python -m portolan` and as the script of the package."""

import signal
import sys
from typing import NoReturn

from ._portolan import main as carry_out


def main() -> NoReturn:
    """Runs the command line and exits with its exit code."""
    # Python's handler would swallow an interrupt that arrives before the program has its own.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    sys.exit(carry_out(["portolan", *sys.argv[1:]]))


if __name__ == "__main__":
    main()
