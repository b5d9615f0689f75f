"""Bodies of the requests that deal with a defined agent, and of their answers."""

from datetime import datetime
from typing import Literal

from pydantic import Field

from gaia_contracts.gaia.events import ObservationEvent, ToolConfirmationRequestEvent, UserQuestionEvent
from gaia_contracts.gaia.plan import PlanStep
from gaia_contracts.wire import Described, Open, Strict, omittable


class AgentState(Described):
    """What an agent is doing."""

    DEFINED = "defined", "It has not been run, or not since the server restarted."
    RUNNING = "running", "It is running."
    PAUSING = "pausing", "It is ending its tool calls, however long they take, and makes no new ones."
    PAUSED = "paused", "Its heartbeat stands still; nothing is lost."
    STOPPING = "stopping", "It is ending its tool calls, for 30 seconds at most, and makes no new ones."
    STOPPED = "stopped", "Its last run is over."
    FAILED = "failed", "Its last run ended by an error."


class AgentRun(Open):
    """A run of an agent."""

    agent_id: str = Field(description="The agent.")
    run_id: str = Field(description="The run: a new one, or the one that was going on already.")


class AgentRunState(Open):
    """What has become of a run that was told to pause, resume or stop."""

    agent_id: str = Field(description="The agent.")
    run_id: str = Field(description="The run.")
    state: AgentState = Field(description="What it is doing now; the `completion` event tells the end of it.")


class AgentSummary(Open):
    """An agent in a list."""

    agent_id: str = Field(description="The agent.")
    name: str = Field(description="Name for people.")
    state: AgentState = Field(description="What it is doing.")
    run_id: str = omittable("Its run, or its last one; absent if there was none.")
    created_at: datetime = Field(description="When it was defined.")


class AgentList(Open):
    """The caller's agents."""

    agents: list[AgentSummary] = Field(description="The agents, newest first.")


class AgentSnapshot(Open):
    """All that matters about an agent at one moment, for a client that is new or has lost events.

    What it shows was told in events too, so it shows the events. Follow the stream from
    `run_id` and `last_event_id` to miss nothing that comes later.
    """

    agent_id: str = Field(description="The agent.")
    name: str = Field(description="Name for people.")
    state: AgentState = Field(description="What it is doing.")
    run_id: str = omittable("Its run, or its last one; absent if there was none.")
    last_event_id: int = omittable("The run's last event before this moment; absent if there was none.", ge=0)
    plan: list[PlanStep] = Field(description="The steps of the run's plan, in order; empty if there is no plan.")
    recent_observations: list[ObservationEvent] = Field(description="What it noticed lately, oldest first.")
    pending_questions: list[UserQuestionEvent] = Field(
        description="Its questions that wait for an answer, oldest first."
    )
    pending_confirmations: list[ToolConfirmationRequestEvent] = Field(
        description="Its tool calls that wait for approval, oldest first."
    )


class SendMessageRequest(Strict):
    """Something to tell a running agent: an instruction, a reply, or the answer to a question."""

    role: Literal["user"] = Field(description="Who speaks: always the user.")
    content: str = Field(min_length=1, description="What to tell it.")
    question_id: str = omittable("The question that this answers; absent if it answers none.")


class MessageReceipt(Open):
    """Says that a message was put into the agent's context. What it makes of it is told in events."""

    message_id: str = Field(description="Names the message in the history.")
    run_id: str = Field(description="The run that got it.")


class AgentMessageRole(Described):
    """Who spoke in a conversation with an agent."""

    USER = "user", "The user."
    ASSISTANT = "assistant", "The agent."


class AgentMessage(Open):
    """One message of a conversation with an agent."""

    message_id: str = Field(description="Names the message.")
    role: AgentMessageRole = Field(description="Who spoke.")
    content: str = Field(description="What was said.")
    ts: datetime = Field(description="When it was said.")
    question_id: str = omittable("The question that it answers; absent if it answers none.")


class AgentMessageList(Open):
    """The conversation of a run."""

    run_id: str = omittable("The run; absent if the agent was never run.")
    messages: list[AgentMessage] = Field(description="What was said, oldest first.")


class ToolDecision(Described):
    """What the user decided about a held tool call."""

    APPROVE = "approve", "Make the call."
    DENY = "deny", "Do not make it; the agent is told so."


class ToolDecisionRequest(Strict):
    """The user's decision about a held tool call."""

    decision: ToolDecision = Field(description="What was decided.")


class ToolDecisionResponse(Open):
    """Says that a decision reached the agent."""

    call_id: str = Field(description="The call.")
    decision: ToolDecision = Field(description="What was decided.")
