"""Strings with a form of their own, apart from subjects."""

from gaia_contracts.nats.wire import Named, text

BLANK = r"[\t-\r ]*"

Base64 = text(
    "Base64",
    "Bytes in base64 with the standard alphabet and padding (RFC 4648, section 4), without white space. "
    "The empty string is no bytes.",
    pattern=r"^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$",
    contentEncoding="base64",
)
Timestamp = text(
    "Timestamp",
    "A moment in UTC (RFC 3339), for example `2026-04-21T14:23:01Z`. Some writers add milliseconds.",
    format="date-time",
)
ProtocolVersion = text(
    "ProtocolVersion",
    "A revision of the protocol as `MAJOR.MINOR`. What follows a further dot or hyphen does not count. "
    "Another MINOR is compatible, another MAJOR promises nothing.",
    pattern=r"^[0-9]+\.[0-9]+(?:[.-].*)?$",
)
ByteSize = text(
    "ByteSize",
    "A whole number with the unit B, KB, MB or GB in upper or lower case, for example `1MB`. "
    "Each unit is 1024 times the one before.",
    pattern=rf"^{BLANK}[0-9]+{BLANK}[KkMmGg]?[Bb]{BLANK}$",
)


class TextBoolean(Named):
    """A boolean as text, because the metadata of NATS services maps text to text."""

    TRUE = "true", "Yes."
    FALSE = "false", "No."
