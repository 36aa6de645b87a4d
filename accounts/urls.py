"""Addresses of accounts. Where allauth has the page, the name is allauth's."""

from allauth.account import views as account
from allauth.mfa.base import views as second_factor
from allauth.mfa.recovery_codes import views as codes
from allauth.mfa.totp import views as app
from allauth.mfa.webauthn import views as passkeys
from django.urls import URLPattern, URLResolver, include, path, re_path
from django.views.generic import RedirectView

from accounts.access import with_account
from accounts.views import devices, entrance, following, language, own_data, settings
from accounts.views.second_factor import qr

own: list[URLPattern] = [
    path("einstellungen/", settings.settings, name="settings"),
    path("einstellungen/tisch/", settings.remember, name="remember"),
    path("konto/", RedirectView.as_view(pattern_name="accounts:settings"), name="account"),
    path("konto/daten/", own_data.copy, name="copy"),
    path("konto/loeschen/", own_data.delete, name="delete"),
    path("konto/sitzungen/", devices.devices, name="devices"),
    path("konto/zweiter-faktor/app/qr.svg", qr, name="qr"),
    path("profil/<str:name>/folgen/", following.follow, name="follow"),
]

urlpatterns: list[URLPattern | URLResolver] = [
    path("sprache/", language.set_language, name="set_language"),
    path("", include((own, "accounts"))),
    path("konto/anmelden/", entrance.LogIn.as_view(), name="account_login"),
    path("konto/behalten/", entrance.keep, name="account_signup"),
    path("konto/abmelden/", entrance.Leave.as_view(), name="account_logout"),
    path("konto/gesperrt/", account.account_inactive, name="account_inactive"),
    path("konto/bestaetigen/", with_account(account.reauthenticate), name="account_reauthenticate"),
    path("konto/passwort/", with_account(account.password_change), name="account_change_password"),
    path("konto/passwort/setzen/", with_account(account.password_set), name="account_set_password"),
    path("konto/passwort/vergessen/", entrance.AskForReset.as_view(), name="account_reset_password"),
    path("konto/passwort/vergessen/gesendet/", account.password_reset_done, name="account_reset_password_done"),
    path("konto/passwort/neu/fertig/", account.password_reset_from_key_done, name="account_reset_password_from_key_done"),
    re_path(
        r"^konto/passwort/neu/(?P<uidb36>[0-9A-Za-z]{1,13})-(?P<key>[0-9A-Za-z-]{1,100})/$",
        entrance.NewPassword.as_view(),
        name="account_reset_password_from_key",
    ),
    path("konto/mail/", with_account(account.email), name="account_email"),
    path("konto/mail/<str:key>/", entrance.Confirm.as_view(), name="account_confirm_email"),
    path("konto/zweiter-faktor/", with_account(second_factor.index), name="mfa_index"),
    path("konto/zweiter-faktor/anmelden/", entrance.SecondFactor.as_view(), name="mfa_authenticate"),
    path("konto/zweiter-faktor/bestaetigen/", with_account(second_factor.reauthenticate), name="mfa_reauthenticate"),
    path("konto/zweiter-faktor/app/", with_account(app.activate_totp), name="mfa_activate_totp"),
    path("konto/zweiter-faktor/app/entfernen/", with_account(app.deactivate_totp), name="mfa_deactivate_totp"),
    path("konto/passkeys/anmelden/", entrance.LogInByPasskey.as_view(), name="mfa_login_webauthn"),
    path("konto/passkeys/", RedirectView.as_view(pattern_name="mfa_index"), name="mfa_list_webauthn"),
    path("konto/passkeys/neu/", with_account(passkeys.add_webauthn), name="mfa_add_webauthn"),
    path("konto/passkeys/bestaetigen/", with_account(passkeys.reauthenticate_webauthn), name="mfa_reauthenticate_webauthn"),
    path("konto/passkeys/<int:pk>/entfernen/", with_account(passkeys.remove_webauthn), name="mfa_remove_webauthn"),
    path("konto/zweiter-faktor/codes/", with_account(codes.view_recovery_codes), name="mfa_view_recovery_codes"),
    path("konto/zweiter-faktor/codes/neu/", with_account(codes.generate_recovery_codes), name="mfa_generate_recovery_codes"),
    path("konto/zweiter-faktor/codes/datei/", with_account(codes.download_recovery_codes), name="mfa_download_recovery_codes"),
]
