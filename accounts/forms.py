"""Forms about accounts. What allauth has a form for is changed here as little as the words need."""

from typing import Any

from allauth.account import forms as account
from allauth.account.adapter import get_adapter
from allauth.account.models import EmailAddress
from allauth.core import context
from allauth.mfa.base import forms as second_factor
from allauth.mfa.totp import forms as totp
from allauth.mfa.webauthn import forms as passkeys
from django import forms
from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.core.validators import MaxLengthValidator
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from accounts import guessing, names, table_memory
from accounts.models import PROFILE_PARTS, User

LONGEST_MAIL = 254


class Plain:
    """Fields as the pages draw them: with a label of ours, and without the placeholders of allauth."""

    labels: dict[str, Any] = {}
    helps: dict[str, Any] = {}
    longest: dict[str, int] = {"login": LONGEST_MAIL, "email": LONGEST_MAIL, "code": 40}
    use_required_attribute = False

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name, field in self.fields.items():  # type: ignore[attr-defined]
            field.label = self.labels.get(name, field.label)
            field.help_text = self.helps.get(name, "")
            field.widget.attrs.pop("placeholder", None)
            if not isinstance(field.widget, forms.CheckboxInput | forms.RadioSelect | forms.HiddenInput):
                field.widget.attrs["class"] = "input"
            if name in self.longest:
                field.validators.append(MaxLengthValidator(self.longest[name]))
            field.error_messages["required"] = _("Hier fehlt noch etwas.")


NEW_PASSWORD_HELP = _("10 bis 128 Zeichen. Ein Satz oder vier zufällige Wörter sind gut; Sonderzeichen müssen nicht sein.")
MAIL_HELP = _("Damit kommst du wieder hinein, wenn du das Passwort vergisst. Niemand sonst sieht sie, und du kannst sie löschen.")


class LogInForm(Plain, account.LoginForm):
    """Name and password."""

    labels = {"login": _("Name oder bestätigte Mailadresse"), "password": _("Passwort")}

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["login"].widget.attrs |= {"autocomplete": "username", "autocapitalize": "none", "spellcheck": "false"}


class KeepForm(Plain, forms.ModelForm):
    """Keeps a guest's account, or makes a new one (UX-2.5): a name and a password are enough."""

    password = forms.CharField(strip=False, widget=forms.PasswordInput(attrs={"autocomplete": "new-password"}))
    email = forms.EmailField(required=False, widget=forms.EmailInput(attrs={"autocomplete": "email"}))
    labels = {"username": _("Name"), "password": _("Passwort"), "email": _("Mailadresse (freiwillig)")}
    helps = {
        "username": _("3 bis 20 Zeichen. So sehen dich alle."),
        "password": NEW_PASSWORD_HELP,
        "email": MAIL_HELP,
    }

    class Meta:
        model = User
        fields = ("username",)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.instance.is_guest = False
        attributes = {"autocomplete": "username", "autocapitalize": "none", "spellcheck": "false"}
        self.fields["username"].widget.attrs |= attributes

    def clean_username(self) -> str:
        """The name in the one form in which it is kept."""
        return names.normalise(self.cleaned_data["username"])

    def clean_email(self) -> str:
        """Mail addresses are kept in small letters."""
        address: str = self.cleaned_data["email"].lower()
        return address

    def clean(self) -> dict[str, Any]:
        """The password depends on name and address."""
        data = super().clean() or self.cleaned_data
        if "password" in data:
            somebody = User(username=data.get("username", ""))
            somebody.email = data.get("email", "")  # type: ignore[attr-defined]
            try:
                validate_password(data["password"], somebody)
            except ValidationError as error:
                self.add_error("password", error)
        return data

    def save(self, commit: bool = True) -> User:
        """Write the user; the address is for whoever can send a mail to it."""
        self.instance.set_password(self.cleaned_data["password"])
        user: User = super().save(commit)
        return user


class AddMailForm(Plain, account.AddEmailForm):
    """A mail address to be confirmed."""

    labels = {"email": _("Mailadresse")}
    helps = {"email": MAIL_HELP}


class ChangePasswordForm(Plain, account.ChangePasswordForm):
    """A new password for whoever knows the old one. It is typed once: who mistypes gets a link by mail."""

    labels = {"oldpassword": _("Bisheriges Passwort"), "password1": _("Neues Passwort")}
    helps = {"password1": NEW_PASSWORD_HELP}

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        del self.fields["password2"]

    def clean_oldpassword(self) -> str:
        """Counted like any other attempt."""
        guessing.guard(context.request, guessing.key_of(self.user.username))
        usage = guessing.count(context.request, guessing.key_of(self.user.username))
        password: str = super().clean_oldpassword()
        usage.rollback()
        return password


class ResetForm(Plain, account.ResetPasswordForm):
    """Asks for a link by mail."""

    labels = {"email": _("Bestätigte Mailadresse deines Kontos")}

    users: list[User]

    def clean_email(self) -> str:
        """Links go to confirmed addresses alone: another one may be a stranger's, by a slip of the pen."""
        address: str = super().clean_email()
        confirmed = set(EmailAddress.objects.filter(email=address.lower(), verified=True).values_list("user_id", flat=True))
        self.users = [user for user in self.users if user.pk in confirmed]
        return address


class NewPasswordForm(Plain, account.ResetPasswordKeyForm):
    """A new password for whoever has the link."""

    labels = {"password1": _("Neues Passwort")}
    helps = {"password1": NEW_PASSWORD_HELP}

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        del self.fields["password2"]


class PasswordAgainForm(Plain, account.ReauthenticateForm):
    """Asks for the password before something that matters."""

    labels = {"password": _("Dein Passwort")}


class CodeForm(Plain, second_factor.AuthenticateForm):
    """A code of the app, or a recovery code, to log in."""

    labels = {"code": _("Code aus der App oder Ersatzcode")}

    def clean_code(self) -> str:
        """Say how long it takes if there were too many (QUA-3.16)."""
        return _counted(self, super().clean_code)


class CodeAgainForm(Plain, second_factor.ReauthenticateForm):
    """A code before something that matters."""

    labels = CodeForm.labels

    def clean_code(self) -> str:
        """As for logging in."""
        return _counted(self, super().clean_code)


class AddAppForm(Plain, totp.ActivateTOTPForm):
    """The first code of an app shows that it was set up."""

    labels = {"code": _("Code, den die App jetzt zeigt")}

    def clean_code(self) -> str:
        """As for logging in."""
        return _counted(self, super().clean_code)


class AddPasskeyForm(Plain, passkeys.AddWebAuthnForm):
    """A name for a new passkey; the browser brings the rest."""

    labels = {"name": _("Name des Passkeys"), "passwordless": _("Damit auch ohne Passwort anmelden")}
    longest = {"name": 40}


class SettingsForm(Plain, forms.ModelForm):
    """How the site looks and behaves for a user (UX-11)."""

    in_lists = forms.BooleanField(required=False)
    show_ratings = forms.BooleanField(required=False)
    show_opponents = forms.BooleanField(required=False)
    show_results = forms.BooleanField(required=False)
    show_badges = forms.BooleanField(required=False)
    coach = forms.BooleanField(required=False)
    letters = forms.BooleanField(required=False)
    chat = forms.BooleanField(required=False)
    labels = {
        "coach": _("Hinweise zu neuen Aufforderungen zeigen"),
        "letters": _("Tastenkürzel mit einzelnen Buchstaben"),
        "chat": _("Chat am Tisch zeigen"),
        "in_lists": _("In Bestenlisten stehen"),
        "show_ratings": _("Wertungen und ihren Verlauf zeigen"),
        "show_opponents": _("Bilanz gegen andere zeigen"),
        "show_results": _("Partien zeigen"),
        "show_badges": _("Abzeichen zeigen"),
    }
    helps = {
        "in_lists": _("Aus: Deinen eigenen Platz siehst du weiterhin, sonst niemand."),
        "coach": _("Am Tisch geschlossene Hinweise erscheinen dann wieder."),
        "letters": _("Aus, wenn sie deiner Spracheingabe in die Quere kommen."),
    }

    class Meta:
        model = User
        fields = ("language", "theme", "text_size", "animation", "in_lists")
        widgets = dict.fromkeys(("language", "theme", "text_size", "animation"), forms.RadioSelect)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name in ("coach", "letters", "chat"):
            self.fields[name].initial = table_memory.is_on(self.instance, name)
        if not self.instance.is_guest:
            for part in PROFILE_PARTS:
                self.fields[f"show_{part}"].initial = part not in self.instance.profile_hides
        else:  # a guest has no profile and is in no list
            for name in ("in_lists", *(f"show_{part}" for part in PROFILE_PARTS)):
                del self.fields[name]

    def save(self, commit: bool = True) -> User:
        """Write the user, and of what tables remember what was changed here."""
        for name in ("coach", "letters", "chat"):
            if name in self.changed_data:
                table_memory.switch(self.instance, name, on=self.cleaned_data[name])
        if not self.instance.is_guest:
            self.instance.profile_hides = [part for part in PROFILE_PARTS if not self.cleaned_data[f"show_{part}"]]
        user: User = super().save(commit)
        return user


class PasswordForm(Plain, forms.Form):
    """Asks for the password with the act itself."""

    password = forms.CharField(strip=False, widget=forms.PasswordInput(attrs={"autocomplete": "current-password"}))
    labels = {"password": _("Dein Passwort")}

    def __init__(self, request: HttpRequest, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.request = request

    def clean_password(self) -> str:
        """Counted like any other attempt."""
        password: str = self.cleaned_data["password"]
        adapter = get_adapter(self.request)
        if not adapter.reauthenticate(self.request.user, password):
            raise adapter.validation_error("incorrect_password")
        return password


def _counted(form: Any, clean: Any) -> str:
    guessing.guard(context.request, guessing.second_factor_key(form.user.pk))
    code: str = clean()
    return code
