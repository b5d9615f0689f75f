"""What an agent tells about itself when it is looked for.

Metadata maps text to text, because the service framework of NATS knows nothing
else: numbers, booleans and lists in it are text.
"""

from typing import Annotated, Literal

from pydantic import ConfigDict, Field, StringConstraints
from typing_extensions import TypeAliasType

from gaia_contracts.nats.subjects import QueueGroup, Subject
from gaia_contracts.nats.text import ByteSize, ProtocolVersion, TextBoolean
from gaia_contracts.nats.wire import Exported, Named, Relayed, free_text
from gaia_contracts.wire import omittable


class Metadata(Relayed):
    """Text by name. Names that are not declared are the harness's own and passed on."""

    model_config = ConfigDict(json_schema_extra={"additionalProperties": {"type": "string"}})

    __pydantic_extra__: dict[str, str]


class _ServiceRole(Named):
    CONTROLLER = "controller", "Starts and ends sessions; no agent itself."
    SESSION = "session", "One session that a controller started."


ServiceRole = free_text("ServiceRole", "Part that an instance plays in a headless harness.", _ServiceRole)


class ServiceMetadata(Metadata):
    """What an agent tells about itself."""

    agent: str = Field(min_length=1, description="Full name of the harness, for example `claude-code`.")
    owner: str = Field(min_length=1, description="The operator; the fourth token of the agent's subjects.")
    protocol_version: ProtocolVersion = Field(description="Revision of the protocol that the agent speaks.")
    session: str = omittable("Label of the session, for harnesses that know sessions.")
    role: ServiceRole = omittable("Headless harnesses only: controller or session.")
    cwd: str = omittable("Working directory of a session.")
    model: str = omittable("Model of a session.")
    thinking_level: str = omittable("How much the model of a PI session reasons.")
    permission_mode: str = omittable("How a session decides what its tools may do; each harness has its own words.")
    allowed_tools: str = omittable("Tools of a Claude Code session that need no permission, separated by commas.")
    max_turns: Annotated[str, StringConstraints(pattern=r"^[0-9]+$")] = omittable(
        "Most turns that a Claude Code session takes for a prompt, as text."
    )
    max_lifetime_s: str = omittable("Seconds until a session ends by itself, as text.")
    user_nkey: Annotated[str, StringConstraints(pattern=r"^U[A-Z2-7]{55}$")] = omittable(
        "The agent's public user key, if it proves who it is."
    )
    account: str = omittable("The agent's account, if it proves who it is.")
    id_sig: Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9_-]{86}$")] = omittable(
        "Signature over what identifies the agent, if it proves who it is."
    )


class _SenderTrust(Named):
    ANY = "any", "Every sender is served."
    SIGNED = "signed", "Only senders whose `AgentSender` is signed."


SenderTrust = free_text(
    "SenderTrust", "Whom an endpoint serves. A word that you do not know means `signed`.", _SenderTrust
)


class PromptEndpointMetadata(Metadata):
    """What a prompt to an endpoint may be like."""

    max_payload: ByteSize = Field(description="Longest request that is taken; the server's own limit holds as well.")
    attachments_ok: TextBoolean = Field(description="Whether a request may have attachments.")
    min_sender_trust: SenderTrust = omittable("Whom the endpoint serves; absent if it does not look at senders.")


class PromptEndpoint(Relayed):
    """Takes prompts. Every agent has one."""

    name: Literal["prompt"] = Field(description="Tag of this endpoint.")
    subject: Subject = Field(description="Where to send prompts: take it as it is, it may differ from the default.")
    queue_group: Literal["agents"] = Field(description="The queue group of every agent.")
    metadata: PromptEndpointMetadata = Field(description="What a prompt may be like.")


# The framework for Python writes null where the one for TypeScript writes nothing.
NO_METADATA = "Text by name from the harness; null or absent if there is none."


class StatusEndpoint(Relayed):
    """Takes status requests. Every agent has one."""

    name: Literal["status"] = Field(description="Tag of this endpoint.")
    subject: Subject = Field(description="Where to send status requests.")
    queue_group: Literal["agents"] = Field(description="The queue group of every agent.")
    metadata: dict[str, str] | None = Field(default=None, description=NO_METADATA)


class SpawnEndpoint(Relayed):
    """Takes requests to start a session. Controllers have one."""

    name: Literal["spawn"] = Field(description="Tag of this endpoint.")
    subject: Subject = Field(description="Where to send a `PiSpawnRequest` or `CcSpawnRequest`.")
    queue_group: QueueGroup = omittable("Its queue group.")
    metadata: dict[str, str] | None = Field(default=None, description=NO_METADATA)


class StopEndpoint(Relayed):
    """Takes requests to end a session. Controllers have one."""

    name: Literal["stop"] = Field(description="Tag of this endpoint.")
    subject: Subject = Field(description="Where to send a `StopRequest`.")
    queue_group: QueueGroup = omittable("Its queue group.")
    metadata: dict[str, str] | None = Field(default=None, description=NO_METADATA)


class ListEndpoint(Relayed):
    """Takes requests to list the sessions. Controllers have one."""

    name: Literal["list"] = Field(description="Tag of this endpoint.")
    subject: Subject = Field(description="Where to send an empty request.")
    queue_group: QueueGroup = omittable("Its queue group.")
    metadata: dict[str, str] | None = Field(default=None, description=NO_METADATA)


Endpoint = TypeAliasType(
    "Endpoint",
    Annotated[
        PromptEndpoint | StatusEndpoint | SpawnEndpoint | StopEndpoint | ListEndpoint,
        Field(discriminator="name"),
        Exported(
            {
                "description": "Something that an agent serves. Harnesses may serve more: leave endpoints of another "
                "name alone, and keep them when you pass the record on."
            }
        ),
    ],
)


class ServiceInfo(Relayed):
    """One instance's answer to `$SRV.INFO.agents`."""

    type: Literal["io.nats.micro.v1.info_response"] = Field(
        description="Which answer of the service framework this is."
    )
    name: Literal["agents"] = Field(description="Name of the service; all agents share it.")
    id: str = Field(min_length=1, description="Names the instance; its heartbeats have it as `instance_id`.")
    version: str = Field(min_length=1, description="Release of the harness, not of the protocol.")
    description: str = Field(description="The agent in words, for a list.")
    metadata: ServiceMetadata = Field(description="What the agent tells about itself.")
    endpoints: list[Endpoint] = Field(
        min_length=1,
        description="What the instance serves: one endpoint named `prompt`, one named `status`, and perhaps others.",
    )


class ServicePing(Relayed):
    """One instance's answer to `$SRV.PING.agents`."""

    type: Literal["io.nats.micro.v1.ping_response"] = Field(
        description="Which answer of the service framework this is."
    )
    name: Literal["agents"] = Field(description="Name of the service; all agents share it.")
    id: str = Field(min_length=1, description="Names the instance.")
    version: str = Field(min_length=1, description="Release of the harness, not of the protocol.")
    metadata: ServiceMetadata = Field(description="What the agent tells about itself.")
