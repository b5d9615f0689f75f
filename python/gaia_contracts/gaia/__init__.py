"""The contract of the GAIA server: chat, agents and their events, and what surrounds them.

The documents load together as one contract, so a name means one type in all of them.
"""

CONTRACT_VERSION = "0.23.0"
"""Release of GAIA whose wire contract these sources describe."""
