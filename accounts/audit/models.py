"""One act of somebody with rights over others: who, when, what, before and after, why (QUA-4.18)."""

from __future__ import annotations

from typing import ClassVar

from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _


class Final(Exception):
    """Somebody has tried to change or remove what is written down for good."""


class Entries(models.QuerySet["Entry"]):
    """Entries are read and added, nothing else."""

    def update(self, **_fields: object) -> int:
        """Raises `Final`."""
        raise Final

    def delete(self) -> tuple[int, dict[str, int]]:
        """Raises `Final`."""
        raise Final


class Entry(models.Model):
    """An entry. Each has the hash of the one before it, so that none can be changed or taken out unnoticed.

    People are numbers here, not names or references: entries outlive accounts, and name nobody who has left (QUA-5).
    """

    at = models.DateTimeField(_("Zeitpunkt"), default=timezone.now)
    actor = models.BigIntegerField(_("wer"), null=True)
    """The number of the account; None: a command."""
    act = models.CharField(_("was"), max_length=40)
    kind = models.CharField(_("woran"), max_length=40)
    """The model of what was acted on, as `tables.table`."""
    target = models.CharField(_("Kennung"), max_length=40)
    before = models.JSONField(_("vorher"), default=dict)
    after = models.JSONField(_("nachher"), default=dict)
    reason = models.CharField(_("Grund"), max_length=300, blank=True)
    previous = models.CharField(_("Prüfsumme davor"), max_length=64, unique=True)
    digest = models.CharField(_("Prüfsumme"), max_length=64, unique=True)

    objects = Entries.as_manager()

    class Meta:
        verbose_name = _("Eintrag")
        verbose_name_plural = _("Einträge")
        indexes: ClassVar[list[models.Index]] = [models.Index(fields=["kind", "target"], name="audit_by_target")]

    def __str__(self) -> str:
        return f"{self.act} {self.kind} {self.target}"

    def save(self, *args: object, **kwargs: object) -> None:
        """Add the entry. Raises `Final` if it is there already."""
        if not self._state.adding:
            raise Final
        super().save(*args, **kwargs)  # type: ignore[arg-type]

    def delete(self, *_args: object, **_kwargs: object) -> tuple[int, dict[str, int]]:
        """Raises `Final`."""
        raise Final
