"""Django's administration as an app, on our own site object."""

from django.contrib.admin.apps import AdminConfig


class StaffAdminConfig(AdminConfig):
    """Asks for a second factor."""

    default_site = "accounts.staff.StaffSite"
