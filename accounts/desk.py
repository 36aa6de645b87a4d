"""What all pages of the administration share: what may be looked up, and acts that want a reason (QUA-3.20, QUA-4.18)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, TypeVar

from django import forms
from django.contrib import admin, messages
from django.contrib.admin.helpers import ACTION_CHECKBOX_NAME
from django.core.exceptions import PermissionDenied
from django.db.models import Model, QuerySet
from django.http import HttpRequest, HttpResponse
from django.template.response import TemplateResponse
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from accounts.models import User

LONGEST_REASON = 300

M = TypeVar("M", bound=Model)

if TYPE_CHECKING:

    class _Admin(admin.ModelAdmin[M]):
        """With types."""
else:

    class _Admin(admin.ModelAdmin):
        """As it is."""

        def __class_getitem__(cls, _model: object) -> type:
            """Types are for the checker alone."""
            return cls


class Declined(Exception):
    """An act cannot be done to this one, and why."""


class ReasonForm(forms.Form):
    """Why somebody does this. Whoever it concerns may read it."""

    reason = forms.CharField(
        label=_("Grund"),
        max_length=LONGEST_REASON,
        widget=forms.Textarea(attrs={"rows": 3, "cols": 60}),
        help_text=_("Kommt ins Prüfprotokoll und lässt sich dort nicht mehr ändern."),
    )


class Desk(_Admin[M]):
    """Rows are looked at and acted on, never written into; nothing can be found out by guessing at what is not shown."""

    change_form_template = "admin/desk.html"
    list_per_page = 50
    show_full_result_count = False

    def has_add_permission(self, request: HttpRequest) -> bool:
        """Rows come from elsewhere."""
        return False

    def has_change_permission(self, request: HttpRequest, obj: M | None = None) -> bool:
        """They are changed by what the site does."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: M | None = None) -> bool:
        """They stay."""
        return False

    def lookup_allowed(self, lookup: str, value: str, request: HttpRequest | None = None) -> bool:
        """Only what the page itself offers: any other field could be read letter by letter from what is found (QUA-3.20)."""
        return is_offered(self, lookup)

    def change_view(
        self, request: HttpRequest, object_id: str, form_url: str = "", extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        """The page of one row has the acts that the list has."""
        acts = [(name, words) for name, words in self.get_action_choices(request, default_choices=[]) if name]
        return super().change_view(
            request,
            object_id,
            form_url,
            {**(extra_context or {}), "acts": acts, "checkbox": ACTION_CHECKBOX_NAME},
        )


def is_offered(desk: admin.ModelAdmin[Any], lookup: str) -> bool:
    """Whether a page has a filter that asks for this."""
    filters = {name if isinstance(name, str) else name.parameter_name for name in desk.list_filter}  # type: ignore[union-attr]
    if desk.date_hierarchy:
        filters.add(desk.date_hierarchy)
    return any(lookup == name or lookup.startswith(f"{name}__") for name in filters)


Perform = Callable[[Any, User, M, Mapping[str, Any]], None]


def act(description: Any, permission: str, form: type[forms.Form] = ReasonForm) -> Callable[[Perform[M]], Any]:
    """Make an action of a method that does something to one row: who, which, and what the form has. It may raise `Declined`.

    The form comes first, as a page of its own that names what is meant; nothing is done without it.
    """

    def decorate(perform: Perform[M]) -> Any:
        def action(desk: Any, request: HttpRequest, rows: QuerySet[M]) -> HttpResponse | None:
            if not isinstance(request.user, User):
                raise PermissionDenied
            filled = form(request.POST if "confirmed" in request.POST else None)
            if not filled.is_valid():
                context = {
                    **desk.admin_site.each_context(request),
                    "title": description,
                    "rows": rows,
                    "form": filled,
                    "act": perform.__name__,
                    "checkbox": ACTION_CHECKBOX_NAME,
                    "opts": desk.model._meta,  # noqa: SLF001 (as the pages of the administration do)
                }
                status = 400 if filled.errors else 200
                return TemplateResponse(request, "admin/confirm.html", context, status=status)
            done = 0
            for row in rows:
                try:
                    perform(desk, request.user, row, filled.cleaned_data)
                except Declined as error:
                    desk.message_user(request, f"{row}: {error}", messages.ERROR)
                else:
                    done += 1
            if done:
                said = ngettext("Bei %(count)d Eintrag erledigt.", "Bei %(count)d Einträgen erledigt.", done) % {"count": done}
                desk.message_user(request, said, messages.SUCCESS)
            return None

        action.__name__ = perform.__name__
        return admin.action(description=description, permissions=[permission])(action)

    return decorate
