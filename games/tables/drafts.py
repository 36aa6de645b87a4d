"""Rows drawn up to be added: plain structs, since Django's models take ten times as long to make, and each move makes some."""

from __future__ import annotations

from datetime import datetime
from typing import Any, ClassVar, Generic, TypeVar

import msgspec
from django.db.models import Model

from games.tables import models

M = TypeVar("M", bound=Model)


class Draft(msgspec.Struct, Generic[M]):
    """A row to be added: all its columns, named as there, but the key, which the database gives."""

    model: ClassVar[type[Model]]

    def made(self) -> M:
        """As Django has it."""
        return self.model(**msgspec.structs.asdict(self))  # type: ignore[return-value]


class Command(Draft[models.Command]):
    """A line of the log."""

    model = models.Command

    table_id: str
    version: int
    seat: int
    act: str
    choice: list[Any]
    status: str
    by: str
    asked: int | None
    move_id: str
    client: str
    head: str
    at: datetime


class Position(Draft[models.StoredPosition]):
    """A session as it stands."""

    model = models.StoredPosition

    table_id: str
    version: int
    data: bytes
    tracks: bytes


class Due(Draft[models.Due]):
    """Something to be done at a time."""

    model = models.Due

    table_id: str
    kind: str
    seat: int
    asked: int
    at: datetime
