"""The tools that run only with the user's explicit approval."""

from gaia_contracts.wire import Described


class ConfirmationGatedTool(Described):
    """A tool of the sidecar's own agent that changes the machine and needs approval before it runs."""

    WRITE_FILE = "write_file", "Creates a file or replaces its content."
    EDIT_FILE = "edit_file", "Changes part of a file."
    RUN_SHELL_COMMAND = "run_shell_command", "Runs a command in a shell."
    EXECUTE_PYTHON_FILE = "execute_python_file", "Runs a Python program."
    NOTIFY_DESKTOP = "notify_desktop", "Shows a desktop notification, for which Windows starts a PowerShell process."
    INSTALL_SKILL = "install_skill", "Puts third-party code into the agent's skill directory."
    REMOVE_SKILL = "remove_skill", "Deletes a skill from the agent's skill directory."
