"""What an agent is: the definition that a client sends, and the one that the server keeps.

The two are types of their own. A client's may leave members out and is refused with
one that is not declared; the server's says everything except secrets.
"""

from datetime import datetime
from typing import Annotated, Literal

from pydantic import Field, StringConstraints

from gaia_contracts.wire import Described, Open, Strict, omittable

ModelURI = Annotated[str, StringConstraints(pattern=r"^[a-z][a-z0-9+.-]*://\S+$")]
HTTPAddress = Annotated[str, StringConstraints(pattern=r"^https?://\S+$")]
Name = Annotated[str, StringConstraints(min_length=1)]

CALL_TIMEOUT_MS = 60_000
CONFIRMATION_TIMEOUT_MS = 5 * 60_000

MODEL = "Model to think with, as a URI: `lemonade://` and a name for a local one, `claude://` and a name for Claude."
OBSERVE = (
    "What the agent watches, as patterns of `kind:id` with `*` for anything, for example `task:*`. "
    "Frontends choose the kinds."
)
CALL_TIMEOUT = "Milliseconds that a tool call may take; then it fails with `tool_timeout`."
CONFIRMATION_TIMEOUT = "Milliseconds that a held tool call waits for the user; then it is denied."
HEARTBEAT = "Seconds between two times that the agent wakes by itself."
CONCURRENT = "Most tool calls that the agent makes at once; absent leaves it to the server."
NAMESPACE = (
    "Where the memory is kept. It belongs to the caller: another caller's namespace of this name is another one."
)


class ToolConfirmation(Described):
    """Which tool calls are held until the user approves them."""

    NONE = "none", "None: the agent acts by itself."
    TOOLS_MARKED_DANGEROUS = (
        "tools-marked-dangerous",
        "Those of tools that are marked: a `ToolRequiringConfirmation`, or marked by the agent or the tool's server.",
    )
    ALL = "all", "Every one."


class StrategyMode(Described):
    """How far the agent goes by itself."""

    OBSERVE = "observe", "It watches and reports."
    NUDGE = "nudge", "It takes small steps and leaves the rest to the user."
    MANAGE = "manage", "It acts."


class MCPServerAuth(Strict):
    """How the agent proves to an MCP server who it is."""

    kind: Literal["bearer"] = Field(description="Kind of proof: a bearer token is the only one.")
    token: str = Field(min_length=1, description="The token. The server keeps it and never shows it again.")


class MCPServer(Strict):
    """An MCP server whose tools the agent may use. GAIA's process must be able to reach it."""

    name: Name = Field(description="Name of the server, unique in the definition.")
    url: HTTPAddress = Field(description="Address of the server.")
    auth: MCPServerAuth = omittable("Absent if the server lets everybody in.")


class AgentTools(Strict):
    """Which tools an agent may use, and when it has to ask."""

    mcp_servers: list[MCPServer] = Field(default=[], description="The servers whose tools the agent may use.")
    confirmation: ToolConfirmation = Field(description="Which calls are held for the user.")
    call_timeout_ms: int = Field(default=CALL_TIMEOUT_MS, gt=0, description=CALL_TIMEOUT)
    confirmation_timeout_ms: int = Field(default=CONFIRMATION_TIMEOUT_MS, gt=0, description=CONFIRMATION_TIMEOUT)


class Autonomy(Strict):
    """How an agent wakes by itself. It needs the capability `autonomy.heartbeat`."""

    heartbeat_seconds: float = Field(gt=0, description=HEARTBEAT)
    max_concurrent_tool_calls: int = omittable(CONCURRENT, ge=1)


class AgentStrategy(Strict):
    """How an agent goes about its work."""

    mode: StrategyMode = Field(description="How far it goes by itself.")
    autonomy: Autonomy = omittable("How it wakes by itself; absent if it only answers messages.")


class AgentMemory(Strict):
    """Whether an agent remembers across runs. It needs the capability `memory.three_tier`."""

    enabled: bool = Field(description="Whether it does.")
    namespace: Name = omittable(f"{NAMESPACE} Required if it is enabled.")


class AgentDefinition(Strict):
    """An agent to be defined. A definition never changes: a change is a new definition with an id of its own."""

    name: Name = Field(description="Name for people.")
    system_prompt: str = Field(description="What the agent is told before anything else.")
    model: ModelURI = Field(description=MODEL)
    tools: AgentTools = Field(description="Which tools it may use.")
    strategy: AgentStrategy = Field(description="How it goes about its work.")
    observe: list[str] = Field(default=[], description=OBSERVE)
    memory: AgentMemory = omittable("Whether it remembers across runs; absent if it does not.")


class DefinedMCPServerAuth(Open):
    """How the agent proves to an MCP server who it is, without the secret."""

    kind: Literal["bearer"] = Field(description="Kind of proof.")


class DefinedMCPServer(Open):
    """An MCP server of a defined agent."""

    name: str = Field(description="Name of the server, unique in the definition.")
    url: str = Field(description="Address of the server.")
    auth: DefinedMCPServerAuth = omittable("Absent if the server lets everybody in.")


class DefinedTools(Open):
    """Which tools a defined agent may use, and when it has to ask."""

    mcp_servers: list[DefinedMCPServer] = Field(description="The servers whose tools the agent may use.")
    confirmation: ToolConfirmation = Field(description="Which calls are held for the user.")
    call_timeout_ms: int = Field(gt=0, description=CALL_TIMEOUT)
    confirmation_timeout_ms: int = Field(gt=0, description=CONFIRMATION_TIMEOUT)


class DefinedAutonomy(Open):
    """How a defined agent wakes by itself."""

    heartbeat_seconds: float = Field(gt=0, description=HEARTBEAT)
    max_concurrent_tool_calls: int = omittable(CONCURRENT, ge=1)


class DefinedStrategy(Open):
    """How a defined agent goes about its work."""

    mode: StrategyMode = Field(description="How far it goes by itself.")
    autonomy: DefinedAutonomy = omittable("How it wakes by itself; absent if it only answers messages.")


class DefinedMemory(Open):
    """Whether a defined agent remembers across runs."""

    enabled: bool = Field(description="Whether it does.")
    namespace: str = omittable(f"{NAMESPACE} Absent if the definition named none.")


class DefinedAgent(Open):
    """A definition as the server keeps it: with its id, its defaults filled in and its tokens left out."""

    agent_id: str = Field(description="The agent. It outlives restarts of the server.")
    created_at: datetime = Field(description="When it was defined.")
    name: str = Field(description="Name for people.")
    system_prompt: str = Field(description="What the agent is told before anything else.")
    model: str = Field(description=MODEL)
    tools: DefinedTools = Field(description="Which tools it may use.")
    strategy: DefinedStrategy = Field(description="How it goes about its work.")
    observe: list[str] = Field(description=OBSERVE)
    memory: DefinedMemory = Field(description="Whether it remembers across runs.")
