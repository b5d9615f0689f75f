"""What an agent exchanges with an MCP server about tools.

These are the parts of the Model Context Protocol that the agent uses. They are
camelCase and open, as that protocol has them.
"""

from typing import Annotated, Any, Literal

from pydantic import Field
from typing_extensions import TypeAliasType

from gaia_contracts.wire import Exported, OpenCamel, omittable, untyped

JSON_SCHEMA = "It is a JSON Schema, which the tool's author writes."
BASE64 = {"contentEncoding": "base64"}


class MCPToolAnnotations(OpenCamel):
    """What a server says about a tool's behaviour. These are hints: a server may be wrong, or lie."""

    title: str = omittable("Name of the tool for people.")
    read_only_hint: bool = omittable("Whether the tool changes nothing; false if absent.")
    destructive_hint: bool = omittable("Whether it may destroy something; true if absent, unless it changes nothing.")
    idempotent_hint: bool = omittable(
        "Whether a second call with the same arguments changes nothing more; false if absent."
    )
    open_world_hint: bool = omittable("Whether it deals with things outside the server; true if absent.")


class MCPTool(OpenCamel):
    """A tool as `tools/list` lists it."""

    name: str = Field(description="Name to call it by.")
    title: str = omittable("Name for people.")
    description: str = omittable("What the tool does, in words that the model reads.")
    input_schema: dict[str, Any] = Field(
        description="Schema of the arguments; its root is an object.", json_schema_extra=untyped(JSON_SCHEMA)
    )
    output_schema: dict[str, Any] = omittable(
        "Schema of `structuredContent`; absent if the tool promises none.", json_schema_extra=untyped(JSON_SCHEMA)
    )
    annotations: MCPToolAnnotations = omittable("How the tool behaves.")


class MCPToolCall(OpenCamel):
    """The parameters of `tools/call`."""

    name: str = Field(description="The tool.")
    arguments: dict[str, Any] = omittable(
        "Its arguments by name; absent if it takes none.",
        json_schema_extra=untyped("Each tool has arguments of its own; `inputSchema` describes them."),
    )


class MCPTextContent(OpenCamel):
    """Text."""

    type: Literal["text"] = Field(description="Tag of this block.")
    text: str = Field(description="The text.")


class MCPImageContent(OpenCamel):
    """A picture."""

    type: Literal["image"] = Field(description="Tag of this block.")
    data: str = Field(description="The picture's file, in base64.", json_schema_extra=BASE64)
    mime_type: str = Field(description="Its media type, for example `image/png`.")


class MCPAudioContent(OpenCamel):
    """A recording."""

    type: Literal["audio"] = Field(description="Tag of this block.")
    data: str = Field(description="The recording's file, in base64.", json_schema_extra=BASE64)
    mime_type: str = Field(description="Its media type, for example `audio/wav`.")


class MCPResourceContents(OpenCamel):
    """What a resource holds: `text` if it is text, otherwise `blob`."""

    uri: str = Field(description="Address of the resource.")
    mime_type: str = omittable("Its media type, if the server knows it.")
    text: str = omittable("The text; absent if there is a `blob`.")
    blob: str = omittable("The bytes in base64; absent if there is a `text`.", json_schema_extra=BASE64)


class MCPEmbeddedResource(OpenCamel):
    """A resource with what it holds."""

    type: Literal["resource"] = Field(description="Tag of this block.")
    resource: MCPResourceContents = Field(description="The resource.")


class MCPResourceLink(OpenCamel):
    """A resource to be read from the server when it is wanted."""

    type: Literal["resource_link"] = Field(description="Tag of this block.")
    uri: str = Field(description="Address of the resource.")
    name: str = Field(description="Its name.")
    title: str = omittable("Its name for people.")
    description: str = omittable("What it is, in words that the model reads.")
    mime_type: str = omittable("Its media type, if the server knows it.")
    size: int = omittable("Its size in bytes, if the server knows it.", ge=0)


MCPContentBlock = TypeAliasType(
    "MCPContentBlock",
    Annotated[
        MCPTextContent | MCPImageContent | MCPAudioContent | MCPEmbeddedResource | MCPResourceLink,
        Field(discriminator="type"),
        Exported({"description": "One part of a tool's result."}),
    ],
)


class MCPToolResult(OpenCamel):
    """The result of `tools/call`."""

    content: list[MCPContentBlock] = Field(description="The result in parts for the model to read; may be empty.")
    structured_content: dict[str, Any] = omittable(
        "The result as JSON, for a tool with an `outputSchema`.",
        json_schema_extra=untyped("Each tool has a result of its own; `outputSchema` describes it."),
    )
    is_error: bool = omittable(
        "Whether the tool failed, which `content` then explains to the model; false if absent. "
        "A call that could not be made at all has no result but a protocol error."
    )
