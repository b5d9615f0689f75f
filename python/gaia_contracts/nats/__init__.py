"""The contract of agents that are reached over NATS: the Synadia Agent Protocol.

One document holds all of it. Which of its types a message has follows from the
kind of message and the subject it was sent to, not from the message alone.
"""

PROTOCOL_VERSION = "0.3"
"""MAJOR.MINOR of the protocol that these sources describe."""
