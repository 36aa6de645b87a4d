"""Reports of lines of the chat (UX-4.14): who may report what how often, and the form."""

from __future__ import annotations

from datetime import timedelta

from django import forms
from django.db import transaction
from django.utils import timezone

from accounts.models import User
from games.engine.errors import Text
from games.tables import access, chat
from games.tables.codes import Refusal
from games.tables.models import ChatLine, Report, Table

PER_HOUR = 10
"""Reports from one person (PRO-10.4)."""


class ReportForm(forms.Form):
    """What is wrong with a line."""

    reason = forms.ChoiceField(choices=Report.Reason.choices)
    note = forms.CharField(max_length=300, required=False)

    def clean_note(self) -> str:
        """As a line of the chat is kept."""
        return chat.cleaned(self.cleaned_data["note"])


def report(user: User | None, table: Table, line_id: int, form: ReportForm) -> tuple[Report, bool]:
    """Keep a report, and whether it is new: whoever reports a line again changes nothing.

    Raises `Refusal` for a line that this user is not shown, for their own, and when there were too many (PRO-10.4).
    """
    if user is None:
        raise Refusal("not_authenticated", "error.not_authenticated")
    if not form.is_valid():
        raise Refusal("invalid", "error.report_reason")
    with transaction.atomic():
        User.objects.select_for_update().get(pk=user.pk)  # so that nobody gets past the limit by haste
        line = ChatLine.objects.filter(pk=line_id, table=table, removed_at=None).first()
        if line is None or not chat.hears(access.viewer_for(user, table), line.room, chat.is_over(table)):
            raise Refusal("not_found", "error.no_line")
        if line.user_id == user.pk:
            raise Refusal("forbidden", "error.own_line")
        known = Report.objects.filter(line=line, reporter=user).first()
        if known is not None:
            return known, False
        latest = Report.objects.filter(reporter=user, at__gt=timezone.now() - timedelta(hours=1)).count()
        if latest >= PER_HOUR:
            raise Refusal("rate_limited", Text("error.reports", {"limit": PER_HOUR}))
        return Report.objects.create(line=line, reporter=user, **form.cleaned_data), True


def close(report: Report) -> None:
    """It has been looked at."""
    report.done_at = timezone.now()
    report.save(update_fields=["done_at"])
