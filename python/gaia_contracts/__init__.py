"""The sources of the contracts in schemas/: Pydantic models and FastAPI apps.

Everything here declares what crosses the wire. Nothing here serves it.
"""
