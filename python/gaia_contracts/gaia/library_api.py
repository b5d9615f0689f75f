"""The operations on files and documents."""

from typing import Annotated

from fastapi import APIRouter, Form, Path

from gaia_contracts.gaia.capabilities import Capability
from gaia_contracts.gaia.library import (
    DocumentList,
    FileList,
    FileUpload,
    IndexDocumentRequest,
    IndexedDocument,
    StoredFile,
)
from gaia_contracts.gaia.operations import IdempotencyKey, answers, declared, policy

router = APIRouter(tags=["library"])

FileID = Annotated[str, Path(description="The file: `file_id` of its upload.")]
DocumentID = Annotated[str, Path(description="The document: `document_id` of it in the list.")]

# Documents are there to be found by meaning: without that a server has none.
SEARCH = Capability.RAG_SEMANTIC_SEARCH


@router.get(
    "/v1/files",
    operation_id="listFiles",
    summary="List files",
    response_description="The files.",
    responses=answers(),
)
def list_files() -> FileList:
    """Lists the caller's files."""
    declared()


@router.post(
    "/v1/files",
    operation_id="uploadFile",
    summary="Upload a file",
    status_code=201,
    response_description="The file is kept.",
    responses=answers(s400="The file is empty or of a kind that is not taken.", s413="The file is too large."),
    openapi_extra=policy("idempotent"),
)
def upload_file(
    body: Annotated[FileUpload, Form(media_type="multipart/form-data")], idempotency_key: IdempotencyKey = None
) -> StoredFile:
    """Keeps a file for the caller. It is not indexed by that."""
    declared()


@router.delete(
    "/v1/files/{file_id}",
    operation_id="deleteFile",
    summary="Delete a file",
    status_code=204,
    response_description="The file is gone.",
    responses=answers(s404="No such file."),
    openapi_extra=policy("idempotent"),
)
def delete_file(file_id: FileID, idempotency_key: IdempotencyKey = None) -> None:
    """Deletes a file. Documents that were made from it stay."""
    declared()


@router.get(
    "/v1/documents",
    operation_id="listDocuments",
    summary="List documents",
    response_description="The documents.",
    responses=answers(),
    openapi_extra=policy(capability=SEARCH),
)
def list_documents() -> DocumentList:
    """Lists the caller's documents."""
    declared()


@router.post(
    "/v1/documents",
    operation_id="indexDocument",
    summary="Index a file",
    status_code=201,
    response_description="The document is made; its `status` tells how far its indexing has come.",
    responses=answers(s400="The file holds nothing that can be indexed.", s404="No such file."),
    openapi_extra=policy("idempotent", SEARCH),
)
def index_document(body: IndexDocumentRequest, idempotency_key: IdempotencyKey = None) -> IndexedDocument:
    """Makes a document from a file, so that agents find it."""
    declared()


@router.delete(
    "/v1/documents/{document_id}",
    operation_id="deleteDocument",
    summary="Delete a document",
    status_code=204,
    response_description="The document is gone.",
    responses=answers(s404="No such document."),
    openapi_extra=policy("idempotent", SEARCH),
)
def delete_document(document_id: DocumentID, idempotency_key: IdempotencyKey = None) -> None:
    """Deletes a document. The file that it was made from stays."""
    declared()
