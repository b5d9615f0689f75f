"""The GAIA server's operations, declared for the export of their OpenAPI document.

The handlers say which bodies an operation takes and gives. They answer nothing: the
contract has no server of its own.
"""

from fastapi import FastAPI

from gaia_contracts.gaia import CONTRACT_VERSION, agent_api, chat_api, library_api, system_api
from gaia_contracts.gaia.operations import bearer

app = FastAPI(
    title="GAIA server",
    version=CONTRACT_VERSION,
    description="Chat, agents and what they work with. It listens on the loopback interface unless it is told otherwise.",
    dependencies=[bearer],
)

for api in (chat_api, agent_api, library_api, system_api):
    app.include_router(api.router)
