"""Users in the administration: found, muted, locked out. Rights are given by superusers alone (QUA-3.20)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, ClassVar

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from django import forms
from django.contrib import admin
from django.contrib.auth.admin import UserAdmin
from django.contrib.auth.forms import AdminUserCreationForm, UserChangeForm
from django.contrib.auth.models import Group
from django.core.exceptions import ValidationError
from django.db.models import Q, QuerySet
from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts.audit import chain
from accounts.desk import Declined, Desk, ReasonForm, act
from accounts.models import User

admin.site.unregister(Group)
# QUA-3.20: keys of sessions and second factors are nobody's business, and addresses belong to their owners.
for _model in (EmailAddress, Authenticator, UserSession):
    admin.site.unregister(_model)


class CreationForm(AdminUserCreationForm):
    """Makes a user with a password."""

    class Meta:
        model = User
        fields = ("username",)


class ChangeForm(UserChangeForm):
    """Changes anything about a user but the password."""

    class Meta:
        model = User
        fields = "__all__"


class MuteForm(ReasonForm):
    """Until when, and why."""

    until = forms.SplitDateTimeField(
        label=_("Stumm bis"),
        widget=forms.SplitDateTimeWidget(date_attrs={"type": "date"}, time_attrs={"type": "time"}, date_format="%Y-%m-%d"),
        input_date_formats=["%Y-%m-%d"],
        input_time_formats=["%H:%M", "%H:%M:%S"],
    )
    field_order = ("until", "reason")

    def clean_until(self) -> Any:
        """In the past nobody is muted."""
        until = self.cleaned_data["until"]
        if until <= timezone.now():
            raise ValidationError(_("Das ist schon vorbei."))
        return until


class MutedFilter(admin.SimpleListFilter):
    """Who may not write in the chat now."""

    title = _("stumm")
    parameter_name = "muted"

    def lookups(self, request: HttpRequest, model_admin: Any) -> Iterable[tuple[str, str]]:
        """Both sorts."""
        return (("yes", gettext("stumm")), ("no", gettext("nicht stumm")))

    def queryset(self, request: HttpRequest, queryset: QuerySet[User]) -> QuerySet[User]:
        """Those who are, or are not."""
        muted = Q(muted_until__gt=timezone.now())
        if self.value() == "yes":
            return queryset.filter(muted)
        return queryset.exclude(muted) if self.value() == "no" else queryset


@admin.register(User)
class PlayerAdmin(Desk[User], UserAdmin):
    """Users and guests, the newest first. Moderators mute and lock out players; superusers do all the rest."""

    form = ChangeForm
    add_form = CreationForm
    change_form_template = "admin/desk.html"
    list_display = ("username", "is_guest", "is_staff", "is_active", "muted_until", "language", "date_joined", "last_login")
    list_filter = ("is_guest", "is_staff", "is_active", MutedFilter)
    search_fields = ("username",)
    search_help_text = _("Name oder ein Teil davon")
    ordering = ("-date_joined",)
    actions = ("mute", "unmute", "deactivate", "activate")
    filter_horizontal = ()
    readonly_fields = ("is_active", "muted_until", "date_joined", "last_login")
    fieldsets: ClassVar = (
        (None, {"fields": ("username", "password", "is_guest", "language")}),
        (_("Rechte"), {"fields": ("is_active", "is_staff", "is_superuser", "user_permissions")}),
        (_("Chat"), {"fields": ("muted_until",)}),
        (_("Zeiten"), {"fields": ("date_joined", "last_login")}),
    )

    def has_add_permission(self, request: HttpRequest) -> bool:
        """People make their accounts themselves; a superuser may do it for somebody."""
        return is_superuser(request)

    def has_change_permission(self, request: HttpRequest, obj: User | None = None) -> bool:
        """Names, passwords and rights are changed by superusers alone."""
        return is_superuser(request)

    def has_view_permission(self, request: HttpRequest, obj: User | None = None) -> bool:
        """Whoever may look, or moderate."""
        return request.user.has_perm("accounts.view_user") or self.has_moderate_permission(request)

    def has_moderate_permission(self, request: HttpRequest) -> bool:
        """Whoever may change users by the rights in the administration."""
        return request.user.has_perm("accounts.change_user")

    def get_fieldsets(self, request: HttpRequest, obj: User | None = None) -> Any:
        """Whoever only looks is shown nothing of passwords and rights."""
        if is_superuser(request) or obj is None:
            return super().get_fieldsets(request, obj)
        own = ("username", "is_guest", "language", "is_active", "is_staff")
        return ((None, {"fields": own}), *self.fieldsets[2:])

    @act(_("Stumm schalten, mit Grund"), "moderate", MuteForm)
    def mute(self, staff: User, user: User, said: Mapping[str, Any]) -> None:
        """They cannot write in any chat until then; a line says so when they try."""
        self._change(staff, user, "user.mute", said, muted_until=said["until"])

    @act(_("Wieder schreiben lassen, mit Grund"), "moderate")
    def unmute(self, staff: User, user: User, said: Mapping[str, Any]) -> None:
        """At once."""
        if user.muted_until is None or user.muted_until <= timezone.now():
            raise Declined(gettext("ist nicht stumm"))
        self._change(staff, user, "user.unmute", said, muted_until=None)

    @act(_("Aussperren, mit Grund"), "moderate")
    def deactivate(self, staff: User, user: User, said: Mapping[str, Any]) -> None:
        """Logged out everywhere, and cannot log in again; the account and its games stay."""
        if user.pk == staff.pk:
            raise Declined(gettext("das bist du selbst"))
        if not user.is_active:
            raise Declined(gettext("ist schon ausgesperrt"))
        self._change(staff, user, "user.deactivate", said, is_active=False)

    @act(_("Wieder einlassen, mit Grund"), "moderate")
    def activate(self, staff: User, user: User, said: Mapping[str, Any]) -> None:
        """They can log in again."""
        if user.is_active:
            raise Declined(gettext("ist nicht ausgesperrt"))
        self._change(staff, user, "user.activate", said, is_active=True)

    @staticmethod
    def _change(staff: User, user: User, act: str, said: Mapping[str, Any], **fields: Any) -> None:
        """Set these fields, and write it down. Moderators do nothing to staff."""
        if (user.is_staff or user.is_superuser) and not staff.is_superuser:
            raise Declined(gettext("gehört zur Verwaltung"))
        before = {name: _plain(getattr(user, name)) for name in fields}
        for name, value in fields.items():
            setattr(user, name, value)
        user.save(update_fields=list(fields))
        after = {name: _plain(value) for name, value in fields.items()}
        chain.add(staff, act, user, before=before, after=after, reason=said["reason"])


def is_superuser(request: HttpRequest) -> bool:
    """Whether somebody has all rights."""
    return isinstance(request.user, User) and request.user.is_active and request.user.is_superuser


def _plain(value: Any) -> Any:
    return value.isoformat(timespec="seconds") if hasattr(value, "isoformat") else value
