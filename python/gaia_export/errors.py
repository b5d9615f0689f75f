"""The one exception that a user is meant to see."""


class ExportError(Exception):
    """The export could not be done. The message says why, in lower case and without a full stop."""
