"""Bodies about the server itself: versions, capabilities, health and its MCP configuration."""

from pydantic import Field

from gaia_contracts.wire import Described, Open, omittable

GAIA_VERSION = "Release of the server, for example `0.23.0`."
MIN_SDK = "Oldest release of the SDK that the server works with."


class VersionResponse(Open):
    """The versions to compare before anything else."""

    gaia_version: str = Field(description=GAIA_VERSION)
    min_compatible_sdk: str = Field(description=MIN_SDK)


class AvailableModels(Open):
    """The models that the server offers, as URIs."""

    default_local: str = Field(description="The local model that is used when none is named.")
    available: list[str] = Field(description="All of them.")


class CapabilitiesResponse(Open):
    """What the server can do. Ask before using what needs a capability."""

    gaia_version: str = Field(description=GAIA_VERSION)
    min_compatible_sdk: str = Field(description=MIN_SDK)
    features: dict[str, bool] = Field(
        description="Whether the server has a capability, by its flag. A flag that is not there is one that the server "
        "does not know; flags that the reader does not know come from a newer server."
    )
    models: AvailableModels = Field(description="The models it offers.")


class HealthStatus(Described):
    """Whether the server can be used."""

    OK = "ok", "It can."
    STARTING = "starting", "It will be soon; ask again."


class HealthResponse(Open):
    """Whether the server can be used. 200 and 503 carry the same body."""

    status: HealthStatus = Field(description="`ok` with 200, `starting` with 503.")


class LemonadeStatus(Open):
    """The server that runs local models."""

    running: bool = Field(description="Whether it answers.")
    url: str = Field(description="Its address.")
    version: str | None = Field(description="Its release; null if it does not answer.")
    loaded_models: list[str] = Field(description="The models in its memory, as URIs.")


class SystemStatus(Open):
    """How the server is, for people who look after it."""

    gaia_version: str = Field(description=GAIA_VERSION)
    uptime_seconds: float = Field(ge=0, description="Seconds since it started.")
    running_agents: int = Field(ge=0, description="The caller's agents that are running.")
    lemonade: LemonadeStatus = Field(description="State of the server for local models.")


class MCPTransport(Described):
    """How an MCP server is reached."""

    STDIO = "stdio", "GAIA starts it as a process."
    HTTP = "http", "By address."


class ConfiguredMCPServer(Open):
    """An MCP server of GAIA's own configuration, whose tools every agent may use."""

    name: str = Field(description="Name of the server.")
    transport: MCPTransport = Field(description="How it is reached.")
    url: str = omittable("Its address; absent if GAIA starts it.")
    enabled: bool = Field(description="Whether it is used.")


class ConfiguredMCPServerList(Open):
    """The MCP servers of GAIA's own configuration."""

    servers: list[ConfiguredMCPServer] = Field(description="The servers by name.")
