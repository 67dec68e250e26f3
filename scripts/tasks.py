"""Every chore of the project, for all systems: python scripts/tasks.py TARGET (see targets.py for the targets).

This file is kept so plain that even Python 2.7 reads it: whoever starts it with an old Python gets one clear line.
"""

import sys

OLDEST = (3, 11)  # as in pyproject.toml, requires-python


def too_old(version):
    """The line for a Python that is too old; an empty string for one that will do. `version` is (major, minor)."""
    if version >= OLDEST:
        return ""
    return "pagetwin needs Python %d.%d or newer; this is %d.%d" % (OLDEST + version)


if __name__ == "__main__":
    complaint = too_old(sys.version_info[:2])
    if complaint:
        sys.stderr.write(complaint + "\n")
        sys.exit(2)
    import targets

    sys.exit(targets.main(sys.argv[1:]))
