"""Signs of life."""

from pydantic import Field

from gaia_contracts.nats.text import Timestamp
from gaia_contracts.nats.wire import Relayed
from gaia_contracts.wire import omittable


class Heartbeat(Relayed):
    """Published by an agent once per interval. The instance's name is not in it but in its subject."""

    agent: str = Field(
        min_length=1, description="Full name of the harness: `agent` of the metadata, not the subject's token."
    )
    owner: str = Field(min_length=1, description="The operator: `owner` of the metadata.")
    session: str = omittable("Label of the session, as in the metadata; absent if that has none.", min_length=1)
    instance_id: str = Field(min_length=1, description="Which instance: `id` of its `ServiceInfo`.")
    ts: Timestamp = Field(description="When the message was made.")
    # Any positive number: 0.5 is one, and readers that take integers only lose such agents.
    interval_s: float = Field(
        gt=0,
        description="Seconds until the next heartbeat, with a fraction if need be. "
        "An agent that has been silent for three intervals is offline.",
    )


class StatusReply(Heartbeat):
    """The answer to a status request: a heartbeat made for it."""
