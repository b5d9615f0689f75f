"""The lock file: which binaries a release of the npm package fetches, and their hashes."""

from typing import Annotated, Literal

from pydantic import Field, StringConstraints

from gaia_contracts.wire import Described, StrictCamel

# A hash, or the placeholder of an unreleased build: any text with PENDING in it,
# in any case. (All zeros is a placeholder too; it has the form of a hash.)
SHA256 = Annotated[
    str,
    StringConstraints(pattern=r"^([0-9A-Fa-f]{64}|.*[Pp][Ee][Nn][Dd][Ii][Nn][Gg].*)$"),
]


class SidecarPlatformKey(Described):
    """A platform that has a build of the sidecar, as Node spells it: `process.platform`-`process.arch`."""

    WIN32_X64 = "win32-x64", "Windows on x86-64."
    DARWIN_ARM64 = "darwin-arm64", "macOS on Apple silicon."
    DARWIN_X64 = "darwin-x64", "macOS on Intel."
    LINUX_X64 = "linux-x64", "Linux on x86-64."


class PlatformKey(Described):
    """A supported platform, as Node spells it: `process.platform`-`process.arch`."""

    WIN32_X64 = "win32-x64", "Windows on x86-64."
    WIN32_ARM64 = "win32-arm64", "Windows on ARM; terminal UI only."
    DARWIN_ARM64 = "darwin-arm64", "macOS on Apple silicon."
    DARWIN_X64 = "darwin-x64", "macOS on Intel."
    LINUX_X64 = "linux-x64", "Linux on x86-64."
    LINUX_ARM64 = "linux-arm64", "Linux on ARM; terminal UI only."


class BinaryEntry(StrictCamel):
    """One binary for one platform."""

    filename: str = Field(
        min_length=1,
        description="Name of the published artifact below `baseUrl`. "
        "Not derivable from the platform key: the terminal UI says `win` where the key says `win32`.",
    )
    executable: str = Field(min_length=1, description="Name of the file once it is installed.")
    sha256: SHA256 = Field(
        description="SHA-256 of the artifact in hex. "
        "A placeholder (all zeros, or text that contains `PENDING`) blocks the download."
    )
    size: int = Field(ge=0, description="Size of the artifact in bytes; 0 while the hash is a placeholder.")


class SidecarComponent(StrictCamel):
    """Where the agent sidecar comes from."""

    component_version: str = Field(min_length=1, description="Release of the sidecar.")
    base_url: str = Field(
        min_length=1,
        pattern=r"^https?://",
        description="Address of the directory that holds the artifacts.",
    )
    platforms: dict[SidecarPlatformKey, BinaryEntry] = Field(
        description="The binary for each platform that has one. "
        "There is no sidecar for `linux-arm64` and `win32-arm64`."
    )


class TUIComponent(StrictCamel):
    """Where the terminal UI comes from. It is released independently of the sidecar."""

    component_version: str = Field(min_length=1, description="Release of the terminal UI.")
    base_url: str = Field(
        min_length=1,
        pattern=r"^https?://",
        description="Address of the directory that holds the artifacts; not the sidecar's.",
    )
    platforms: dict[PlatformKey, BinaryEntry] = Field(description="The binary for each platform.")


class LockedComponents(StrictCamel):
    """The two binaries that the package delivers."""

    sidecar: SidecarComponent = Field(description="The agent.")
    tui: TUIComponent = Field(description="The terminal UI.")


class BinariesLock(StrictCamel):
    """The file `binaries.lock.json` that is published with a release of the package."""

    schema_version: Literal["3.0"] = Field(
        description="Version of this file's form. Files of form 1.0 have another layout and are not read."
    )
    agent_version: str = Field(min_length=1, description="Release of the package, which is the sidecar's too.")
    components: LockedComponents = Field(description="The binaries by component.")
