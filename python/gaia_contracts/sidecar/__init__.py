"""The contract of the agent sidecar: its REST surface, event stream and lock file.

The three documents load together as one contract, so their type names are distinct.
"""

CONTRACT_VERSION = "2.12"
"""MAJOR.MINOR of the wire contract that these sources describe."""
