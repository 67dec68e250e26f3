"""The `pagetwin` command, and `python -m pagetwin`.

Kept so plain that Python 3.6 reads it: whoever starts it with an old Python gets one clear line.
"""

import sys

OLDEST = (3, 11)  # as in pyproject.toml, requires-python


def too_old(version: "tuple[int, int]") -> str:
    """The line for a Python that is too old; an empty string for one that will do. `version` is (major, minor)."""
    if version >= OLDEST:
        return ""
    return "pagetwin needs Python %d.%d or newer; this is %d.%d" % (OLDEST + version)


def main() -> None:
    """Run the command line."""
    complaint = too_old(sys.version_info[:2])
    if complaint:
        sys.stderr.write(complaint + "\n")
        sys.exit(2)
    from .cli import main as run

    run()


if __name__ == "__main__":
    main()
