"""What is changed by the forms of the administration is written down as well (QUA-4.18)."""

from __future__ import annotations

from typing import Any

from django.contrib.admin.models import ADDITION, CHANGE, DELETION, LogEntry
from django.db.models.signals import post_save
from django.dispatch import receiver

from accounts.audit import chain
from accounts.audit.models import Entry

ACTS = {ADDITION: "add", CHANGE: "change", DELETION: "delete"}


@receiver(post_save, sender=LogEntry)
def _changed_by_form(instance: LogEntry, created: bool, **_: Any) -> None:
    """The administration notes which fields were changed, never what stands in them."""
    target = instance.get_edited_object() if created and instance.action_flag != DELETION else None
    if target is not None and not isinstance(target, Entry):
        what = {"fields": instance.change_message} if instance.change_message else {}
        chain.add(instance.user, f"form.{ACTS[instance.action_flag]}", target, after=what)
