"""The capability flags, and the tools that the confirmation setting is about."""

from gaia_contracts.wire import Described, Flag


class Capability(Flag):
    """What a server may be able to do beyond the rest of the contract.

    `since` is the release whose `/v1/capabilities` first lists the flag. A flag
    that is false there is known to the server and not available.
    """

    MEMORY_THREE_TIER = "memory.three_tier", "Agents keep memory in three tiers.", "0.22.0"
    MEMORY_DASHBOARD = "memory.dashboard", "The memory can be watched in a dashboard.", "0.22.0"
    AUTONOMY_HEARTBEAT = (
        "autonomy.heartbeat",
        "Running agents wake at intervals by themselves: `strategy.autonomy` has an effect.",
        "0.22.0",
    )
    AUTONOMY_EVENT_HOOKS = "autonomy.event_hooks", "Agents wake on events, not only at intervals.", "0.23.0"
    AGENTS_ASYNC_QUESTIONS = (
        "agents.async_questions",
        "Agents ask the user with `user_question` and go on with other work until the answer has come.",
        "0.22.0",
    )
    AGENTS_MULTI_SUBSCRIBER_SSE = (
        "agents.multi_subscriber_sse",
        "Any number of clients follow a run's events, all in the same order, and take them up again after a break.",
        "0.22.0",
    )
    RAG_SEMANTIC_SEARCH = "rag.semantic_search", "Documents are indexed and found by meaning.", "0.22.0"
    VOICE_ASR = "voice.asr", "Speech is turned into text.", "0.22.0"
    VOICE_TTS = "voice.tts", "Text is turned into speech.", "0.22.0"
    VISION_VLM = "vision.vlm", "Models look at pictures.", "0.22.0"


class ToolRequiringConfirmation(Described):
    """A tool of GAIA's own that counts as dangerous, so that `tools-marked-dangerous` holds it for the user.

    Agents and MCP servers mark tools of theirs beside these.
    """

    RUN_SHELL_COMMAND = "run_shell_command", "Runs a command in a shell."
    RUN_CLI_COMMAND = "run_cli_command", "Runs a program with arguments."
    WRITE_FILE = "write_file", "Creates a file or replaces its content."
    WRITE_PYTHON_FILE = "write_python_file", "Creates a Python file or replaces its content."
    EDIT_FILE = "edit_file", "Changes part of a file."
    EDIT_PYTHON_FILE = "edit_python_file", "Changes part of a Python file."
    WRITE_MARKDOWN_FILE = "write_markdown_file", "Creates a Markdown file or replaces its content."
    REPLACE_FUNCTION = "replace_function", "Replaces a function in a source file."
    UPDATE_GAIA_MD = "update_gaia_md", "Changes the project's notes for agents, GAIA.md."
    EXECUTE_PYTHON_FILE = "execute_python_file", "Runs a Python program."
    NOTIFY_DESKTOP = "notify_desktop", "Shows a desktop notification, for which Windows starts a PowerShell process."


TOOLS_REQUIRING_CONFIRMATION = tuple(tool.value for tool in ToolRequiringConfirmation)
"""The names of these tools, in the order of the enum."""
