"""The one error tree. Trouble with a page is a value (its outcome); trouble with the program is raised.

Every message is one line that names the file, line or address and says what to do; the command line prints
it without a traceback and leaves with `exit_code`.
"""


class PagetwinError(Exception):
    """Base of all errors meant for the user's eyes."""

    exit_code = 2


class UsageError(PagetwinError):
    """The command line asks for something that does not fit together."""


class ConfigError(PagetwinError):
    """A settings file or option has an unknown key or an impossible value."""


class AuditFileError(PagetwinError):
    """The audit file is damaged, foreign, too new, locked by another run, or the disk is full."""


class SiteError(PagetwinError):
    """The site could not be seen well enough to judge it (unreachable, no usable sitemap, foreign addresses)."""

    exit_code = 3
