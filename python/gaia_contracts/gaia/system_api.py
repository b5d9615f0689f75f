"""The operations about the server itself."""

from fastapi import APIRouter

from gaia_contracts.gaia.operations import answers, declared
from gaia_contracts.gaia.system import (
    CapabilitiesResponse,
    ConfiguredMCPServerList,
    HealthResponse,
    SystemStatus,
    VersionResponse,
)

router = APIRouter(tags=["system"])


@router.get(
    "/v1/version",
    operation_id="getVersion",
    summary="Read the versions",
    response_description="The versions.",
    responses=answers(),
)
def get_version() -> VersionResponse:
    """Tells the server's release and the oldest SDK that it works with."""
    declared()


@router.get(
    "/v1/capabilities",
    operation_id="getCapabilities",
    summary="Read the capabilities",
    response_description="The capabilities and models.",
    responses=answers(),
)
def get_capabilities() -> CapabilitiesResponse:
    """Tells what the server can do. The answer does not change while the server runs."""
    declared()


@router.get(
    "/v1/system/health",
    operation_id="getHealth",
    summary="Probe the server",
    response_description="The server can be used.",
    responses={
        **answers(),
        503: {"model": HealthResponse, "description": "The server is starting: ask again."},
    },
)
def get_health() -> HealthResponse:
    """Tells whether the server can be used, and nothing about models."""
    declared()


@router.get(
    "/v1/system/status",
    operation_id="getStatus",
    summary="Read the server's status",
    response_description="The status.",
    responses=answers(),
)
def get_status() -> SystemStatus:
    """Tells how the server and its parts are."""
    declared()


@router.get(
    "/v1/mcp/servers",
    operation_id="listMCPServers",
    summary="List the configured MCP servers",
    response_description="The servers.",
    responses=answers(),
)
def list_mcp_servers() -> ConfiguredMCPServerList:
    """Lists the MCP servers of GAIA's own configuration. Those of an agent are in its definition."""
    declared()
