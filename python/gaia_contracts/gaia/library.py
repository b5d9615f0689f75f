"""Bodies that deal with files, and with the documents that are indexed from them."""

from datetime import datetime

from fastapi import UploadFile
from pydantic import Field

from gaia_contracts.wire import Described, Open, Strict, omittable


class FileUpload(Strict):
    """A file to keep, as a form."""

    file: UploadFile = Field(description="The file, with its name.")


class StoredFile(Open):
    """A file that the server keeps for the caller."""

    file_id: str = Field(description="Names the file.")
    name: str = Field(description="The name it was uploaded with.")
    media_type: str = Field(description="Its media type.")
    size: int = Field(ge=0, description="Its size in bytes.")
    created_at: datetime = Field(description="When it was uploaded.")


class FileList(Open):
    """The caller's files."""

    files: list[StoredFile] = Field(description="The files, newest first.")


class IndexDocumentRequest(Strict):
    """A file to make a document from."""

    file_id: str = Field(description="The file.")


class IndexingStatus(Described):
    """How far the indexing of a document has come."""

    PENDING = "pending", "Not begun."
    INDEXING = "indexing", "Being indexed."
    COMPLETE = "complete", "Done: it can be found."
    FAILED = "failed", "Given up after a failure."


class IndexedDocument(Open):
    """A document that agents find by meaning."""

    document_id: str = Field(description="Names the document.")
    file_id: str = omittable("The file it was made from; absent if that was deleted.")
    name: str = Field(description="Name for people.")
    status: IndexingStatus = Field(description="How far its indexing has come.")
    chunk_count: int = Field(ge=0, description="Pieces that are indexed so far.")
    created_at: datetime = Field(description="When it was made.")


class DocumentList(Open):
    """The caller's documents."""

    documents: list[IndexedDocument] = Field(description="The documents, newest first.")
