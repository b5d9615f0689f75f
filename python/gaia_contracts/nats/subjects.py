"""Where messages go: the grammar of subjects and the words that stand in them.

No pattern here looks ahead, because RE2 and the regular expressions of Rust cannot,
and none says `\\s`, which is a different set in each engine: white space is the
ASCII one. The templates are constants for people who build subjects; messages carry
concrete subjects only.
"""

from gaia_contracts.nats.wire import Closed, Named, free_text, text

# What NATS forbids in a token: NUL, ASCII white space, and what separates tokens or stands for them.
TOKEN = r"[^\x00\t-\r .*>]+"
FIRST = r"[^\x00\t-\r .*>$]"  # a leading dollar sign marks the server's own subjects
NEXT = r"[^\x00\t-\r .*>]"


def default_subject(verb: str) -> str:
    """Return the pattern of `agents.{verb}.{agent}.{owner}.{name}`."""
    return rf"^agents\.{verb}\.{TOKEN}\.{TOKEN}\.{TOKEN}$"


class SubjectTemplate(Closed):
    """The subjects that agents serve or publish to. Put one token in place of each name in braces.

    `agent` is the harness (`HarnessToken`), `owner` the operator, `name` the instance and `controller` the name of a
    headless controller. Only the heartbeat's subject is fixed: the others are defaults, and a caller takes the
    subject from the agent's `ServiceInfo`.
    """

    PROMPT = "agents.prompt.{agent}.{owner}.{name}", "Takes a `RequestEnvelope` or plain text; answers with a stream."
    HEARTBEAT = "agents.hb.{agent}.{owner}.{name}", "Carries a `Heartbeat` per interval; nobody answers."
    STATUS = "agents.status.{agent}.{owner}.{name}", "Takes an empty request; answers once with a `StatusReply`."
    ATTACHMENTS = "agents.attachments.{agent}.{owner}.{name}", "Reserved for a later revision; nothing is served here."
    SPAWN = (
        "agents.spawn.{agent}.{owner}.{controller}",
        "Headless controllers: takes a `PiSpawnRequest` or `CcSpawnRequest`, as `agent` says; answers once.",
    )
    STOP = (
        "agents.stop.{agent}.{owner}.{controller}",
        "Headless controllers: takes a `StopRequest`; answers once with a `StopReply`.",
    )
    LIST = (
        "agents.list.{agent}.{owner}.{controller}",
        "Headless controllers: takes an empty request; answers once with a `PiListReply` or `CcListReply`.",
    )
    ALL_HEARTBEATS = "agents.hb.*.*.*", "To subscribe to the heartbeats of every agent; not to publish to."


class DiscoverySubject(Closed):
    """The subjects by which agents are found. They are those of the NATS service framework and fixed.

    Send an empty request and take answers until none has come for a while.
    """

    INFO = "$SRV.INFO.agents", "Every agent answers with its `ServiceInfo`."
    INFO_INSTANCE = "$SRV.INFO.agents.{id}", "The instance of that `id` answers with its `ServiceInfo`."
    PING = "$SRV.PING.agents", "Every agent answers with its `ServicePing`."
    PING_INSTANCE = "$SRV.PING.agents.{id}", "The instance of that `id` answers with its `ServicePing`."


class Verb(Closed):
    """The second token of a subject: what a message there is about."""

    PROMPT = "prompt", "Work for the agent."
    HEARTBEAT = "hb", "Sign of life, unasked."
    STATUS = "status", "Sign of life on request."
    ATTACHMENTS = "attachments", "Reserved."
    SPAWN = "spawn", "Start a session; headless controllers only."
    STOP = "stop", "End a session; headless controllers only."
    LIST = "list", "List the sessions; headless controllers only."


class _HarnessToken(Named):
    CLAUDE_CODE = "cc", "Claude Code; its full name is `claude-code`."
    OPENCLAW = "oc", "OpenClaw; its full name is `openclaw`."
    PI = "pi", "PI."
    HERMES = "hermes", "Hermes."
    DF = "df", "DF."
    FLUE = "flue", "Flue."
    OPEN_AGENT = "open-agent", "The bridge to Open Agents."
    OPENCODE = "opencode", "OpenCode."
    CODEX = "codex", "Codex."
    GROK = "grok", "Grok."
    DSPY = "dspy", "The DSPy agent."
    RESEARCH = "research", "The research agent."
    PI_HEADLESS = "pi-headless", "A controller of PI sessions, and the sessions that it started."
    CC_HEADLESS = "cc-headless", "A controller of Claude Code sessions, and the sessions that it started."


HarnessToken = free_text(
    "HarnessToken",
    "The third token of a subject: the harness. Others than these choose their own. "
    "It may be shorter than the `agent` of metadata and heartbeats, which is the harness's full name.",
    _HarnessToken,
)


class _QueueGroup(Named):
    AGENTS = "agents", "Of the prompt and status endpoints, always."
    DEFAULT = "q", "What the NATS service framework chooses; the controllers' own endpoints have it."


QueueGroup = free_text("QueueGroup", "The queue group that an endpoint is served in.", _QueueGroup)


SubjectToken = text(
    "SubjectToken",
    "One token of a subject: not empty, without white space, `.`, `*`, `>` and NUL, not beginning with `$`.",
    pattern=rf"^{FIRST}{NEXT}*$",
)
PlainToken = text(
    "PlainToken",
    "A token of the form that the protocol recommends: lower-case letters, digits, `-` and `_`. "
    "The whole subject should stay below 256 characters.",
    pattern=r"^[a-z0-9_-]{1,63}$",
)
Subject = text(
    "Subject",
    "A subject to publish to: tokens between dots, none empty, no wildcards.",
    pattern=rf"^{TOKEN}(?:\.{TOKEN})*$",
)
PromptSubject = text("PromptSubject", "Where an agent takes prompts.", pattern=default_subject("prompt"))
HeartbeatSubject = text("HeartbeatSubject", "Where an agent's heartbeats appear.", pattern=default_subject("hb"))
StatusSubject = text("StatusSubject", "Where an agent takes status requests.", pattern=default_subject("status"))
