"""Headless controllers, which start, list and end sessions of one harness.

They are an extension that the protocol does not describe. Which of the two kinds a
controller is stands in the third token of its subjects: `pi-headless` or `cc-headless`.
Requests have no place for null: a member that is not set is left out.
"""

from typing import Annotated

from pydantic import Field, StringConstraints

from gaia_contracts.nats.subjects import HeartbeatSubject, PlainToken, PromptSubject, StatusSubject
from gaia_contracts.nats.text import Timestamp
from gaia_contracts.nats.wire import Closed, Named, Relayed, Yes, text
from gaia_contracts.wire import omittable

ToolName = Annotated[str, StringConstraints(min_length=1)]

SessionID = text(
    "SessionID",
    "A name for a session: a plain token in which hyphens stand only between other characters, never two together.",
    pattern=r"^[a-z0-9_]+(?:-[a-z0-9_]+)*$",
    max_length=63,
)


class SpawnRequest(Relayed):
    """What every controller needs to know to start a session."""

    cwd: str = Field(
        min_length=1,
        description="Directory to work in. It must exist; a relative one is taken from the controller's own.",
    )
    session_id: SessionID = omittable(
        "Name of the session and fifth token of its subjects; one that exists is refused with 409. "
        "The controller makes one up if it is absent."
    )


LIFETIME = (
    "Seconds until the session ends by itself, with a fraction if need be; 0 for never. "
    "The controller's own setting if absent."
)


class ThinkingLevel(Closed):
    """How much the model is to reason."""

    OFF = "off", "Not at all."
    MINIMAL = "minimal", "As little as possible."
    LOW = "low", "A little."
    MEDIUM = "medium", "Moderately."
    HIGH = "high", "A lot."
    XHIGH = "xhigh", "As much as possible."


class PermissionMode(Closed):
    """How the session is to decide what its tools may do."""

    DEFAULT = "default", "Ask the caller, by a question in the stream, unless the tool is allowed."
    ACCEPT_EDITS = "acceptEdits", "Change files without asking; ask for the rest."
    BYPASS_PERMISSIONS = "bypassPermissions", "Never ask, allow everything."
    PLAN = "plan", "Plan only, change nothing."
    DONT_ASK = "dontAsk", "Never ask, deny what is not allowed."
    AUTO = "auto", "Let the harness decide when to ask."


class SessionThinkingLevel(Named):
    """How much the model of a session reasons."""

    OFF = "off", "Not at all."
    MINIMAL = "minimal", "As little as possible."
    LOW = "low", "A little."
    MEDIUM = "medium", "Moderately."
    HIGH = "high", "A lot."
    XHIGH = "xhigh", "As much as possible."


class SessionPermissionMode(Named):
    """How a session decides what its tools may do."""

    DEFAULT = "default", "It asks the caller, by a question in the stream, unless the tool is allowed."
    ACCEPT_EDITS = "acceptEdits", "It changes files without asking and asks for the rest."
    BYPASS_PERMISSIONS = "bypassPermissions", "It never asks and allows everything."
    PLAN = "plan", "It plans only and changes nothing."
    DONT_ASK = "dontAsk", "It never asks and denies what is not allowed."
    AUTO = "auto", "The harness decides when to ask."


class PiSpawnRequest(SpawnRequest):
    """Starts a PI session: body of a request to `agents.spawn.pi-headless.{owner}.{controller}`."""

    model: str = omittable(
        "Model as `provider/id`, one that the controller knows; its own setting if absent.", pattern=r"^[^/]+/.+$"
    )
    thinking_level: ThinkingLevel = omittable(
        "How much the model is to reason; the controller's own setting if absent."
    )
    max_lifetime_s: float = omittable(LIFETIME, ge=0)


class CcSpawnRequest(SpawnRequest):
    """Starts a Claude Code session: body of a request to `agents.spawn.cc-headless.{owner}.{controller}`."""

    model: str = omittable("Name of the model; the controller's own setting if absent.", min_length=1)
    allowed_tools: list[ToolName] = omittable(
        "Tools that need no permission; the controller's own setting, usually those that only read, if absent."
    )
    permission_mode: PermissionMode = omittable(
        "How the session is to decide what its tools may do; the controller's own setting, usually `dontAsk`, if absent."
    )
    max_turns: int = omittable("Most turns for a prompt; the controller's own setting if absent.", ge=1)
    max_lifetime_s: float = omittable(LIFETIME, ge=0)


class Session(Relayed):
    """What is known of every session."""

    session_id: PlainToken = Field(description="Name of the session.")
    subject: PromptSubject = Field(description="Where the session takes prompts.")
    heartbeat_subject: HeartbeatSubject = Field(description="Where its heartbeats appear.")
    status_subject: StatusSubject = Field(description="Where it takes status requests.")
    cwd: str = Field(min_length=1, description="Directory it works in.")


class PiSession(Session):
    """What is known of a PI session."""

    model: str = omittable("Model as `provider/id`; absent if the harness chooses.")
    thinking_level: SessionThinkingLevel = omittable("How much the model reasons; absent if the harness chooses.")


class CcSession(Session):
    """What is known of a Claude Code session."""

    model: str = Field(min_length=1, description="Name of the model.")
    allowed_tools: list[ToolName] = Field(description="Tools that need no permission.")
    permission_mode: SessionPermissionMode = Field(description="How the session decides what its tools may do.")
    max_turns: int = Field(ge=1, description="Most turns for a prompt.")
    total_cost_usd: float = Field(ge=0, description="Cost of the session so far, in US dollars.")
    turn_count: int = Field(ge=0, description="Turns that the session has finished.")


class Begun(Relayed):
    """When a session began and how long it may last."""

    max_lifetime_s: float = Field(ge=0, description="Seconds from `created_at` to its end; 0 if it has no end.")
    created_at: Timestamp = Field(description="When the session was started.")


class Running(Begun):
    """What a running session is doing."""

    remaining_lifetime_s: float = Field(ge=0, description="Seconds to its end; 0 also if it has no end.")
    active_request: bool = Field(description="Whether it is working on a prompt.")
    queued_requests: int = Field(ge=0, description="Prompts that wait for the active one.")
    last_activity: Timestamp = Field(description="When a prompt last came, began or was done.")


class PiSpawnReply(Begun, PiSession):
    """A PI session was started."""

    instance_id: str = Field(min_length=1, description="Its instance: `id` of its `ServiceInfo`.")


class CcSpawnReply(Begun, CcSession):
    """A Claude Code session was started."""

    instance_id: str = Field(min_length=1, description="Its instance: `id` of its `ServiceInfo`.")


class PiSessionSummary(Running, PiSession):
    """A running PI session."""


class CcSessionSummary(Running, CcSession):
    """A running Claude Code session."""

    sdk_session_id: str = omittable(
        "What Claude's own SDK calls the session; absent before its first turn.", min_length=1
    )


class PiListReply(Relayed):
    """The answer to `agents.list.pi-headless.{owner}.{controller}`."""

    sessions: list[PiSessionSummary] = Field(description="The running sessions, oldest first.")


class CcListReply(Relayed):
    """The answer to `agents.list.cc-headless.{owner}.{controller}`."""

    sessions: list[CcSessionSummary] = Field(description="The running sessions, oldest first.")


class StopRequest(Relayed):
    """Ends a session: body of a request to the controller's `stop` endpoint."""

    session_id: str = Field(min_length=1, description="The session to end; an unknown one is refused with 404.")


class StopReply(Relayed):
    """A session was ended."""

    ok: Yes = Field(description="Always true: a failure is an error.")
    session_id: str = Field(min_length=1, description="The session that was ended.")
