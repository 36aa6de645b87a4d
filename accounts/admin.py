"""Users in the administration."""

from typing import ClassVar

from django.contrib import admin
from django.contrib.auth.admin import UserAdmin
from django.contrib.auth.forms import AdminUserCreationForm, UserChangeForm
from django.utils.translation import gettext_lazy as _

from accounts.models import User


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


@admin.register(User)
class PlayerAdmin(UserAdmin):
    """Users and guests, the newest first."""

    form = ChangeForm
    add_form = CreationForm
    list_display = ("username", "is_guest", "language", "is_staff", "is_active", "date_joined", "last_login")
    list_filter = ("is_guest", "is_staff", "is_superuser", "is_active", "groups")
    search_fields = ("username",)
    ordering = ("-date_joined",)
    readonly_fields = ("date_joined", "last_login")
    fieldsets: ClassVar = (
        (None, {"fields": ("username", "password", "is_guest", "language")}),
        (_("Rechte"), {"fields": ("is_active", "is_staff", "is_superuser", "groups", "user_permissions")}),
        (_("Chat"), {"fields": ("muted_until",)}),
        (_("Zeiten"), {"fields": ("date_joined", "last_login")}),
    )
