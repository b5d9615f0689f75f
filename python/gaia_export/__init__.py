"""Writes OpenAPI and JSON Schema documents from FastAPI apps and Pydantic types, in one canonical form."""
