"""The user: whoever plays, from the guest of one evening to the administrator."""

from typing import Any, ClassVar

from django.contrib.auth.models import AbstractBaseUser, BaseUserManager, PermissionsMixin
from django.core.exceptions import ValidationError
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts import names


class UserManager(BaseUserManager["User"]):
    """Makes users and finds them by name, however it is capitalised."""

    def create_user(self, username: str, password: str | None = None, **fields: Any) -> "User":
        """Make a user. Without a password nobody can log in as this one."""
        user = self.model(username=username, **fields)
        user.set_password(password)
        user.save(using=self._db)
        return user

    def create_superuser(self, username: str, password: str | None = None, **fields: Any) -> "User":
        """Make an administrator; `manage.py createsuperuser` calls this."""
        return self.create_user(username, password, is_staff=True, is_superuser=True, **fields)

    def get_by_natural_key(self, username: str | None) -> "User":
        """Find a user by a name that looks like theirs: it is unique in that sense."""
        return self.get(skeleton=names.skeleton(username or ""))


PROFILE_PARTS = ("ratings", "opponents", "results", "badges")
"""What somebody may keep off their profile (RNK-3.6)."""


class User(AbstractBaseUser, PermissionsMixin):
    """Who plays. Nothing is kept that play does not need: no real name, no birth date."""

    class Language(models.TextChoices):
        """Languages of the site. Empty: whatever the browser asks for."""

        BROWSER = "", _("wie im Browser")
        GERMAN = "de", "Deutsch"
        ENGLISH = "en", "English"

    class Theme(models.TextChoices):
        """Colours (UX-7.5)."""

        SYSTEM = "", _("wie im System")
        LIGHT = "light", _("hell")
        DARK = "dark", _("dunkel")
        CONTRAST = "contrast", _("hoher Kontrast")

    class TextSize(models.TextChoices):
        """How large texts are."""

        NORMAL = "", _("normal")
        LARGE = "large", _("groß")
        LARGER = "larger", _("sehr groß")

    class Animation(models.TextChoices):
        """How fast cards move (UX-7.6). Empty: as usual, and not at all where the system says so."""

        NORMAL = "", _("normal")
        FAST = "fast", _("schnell")
        SLOW = "slow", _("langsam")
        OFF = "off", _("aus")

    username = models.CharField(
        _("Name"),
        max_length=names.LONGEST * (1 + names.MARKS_IN_A_ROW),
        unique=True,
        validators=[names.validate_shape],
        error_messages={"unique": _("Dieser Name ist vergeben.")},
    )
    # Unique among all names that look alike (QUA-3.7).
    skeleton = models.CharField(max_length=2 * names.LONGEST * (1 + names.MARKS_IN_A_ROW), unique=True, editable=False)
    is_guest = models.BooleanField(_("Gast"), default=False)
    language = models.CharField(_("Sprache"), max_length=2, choices=Language, default=Language.BROWSER, blank=True)
    theme = models.CharField(_("Farben"), max_length=8, choices=Theme, default=Theme.SYSTEM, blank=True)
    text_size = models.CharField(_("Schriftgröße"), max_length=6, choices=TextSize, default=TextSize.NORMAL, blank=True)
    animation = models.CharField(_("Bewegung"), max_length=4, choices=Animation, default=Animation.NORMAL, blank=True)
    table_memory = models.JSONField(_("was Tische sich merken"), default=dict, blank=True, editable=False)
    """Small things that tables remember for a user on every device (`table_memory`)."""
    in_lists = models.BooleanField(_("in Bestenlisten"), default=True)
    """Whether others see this user in lists (RNK-3.3)."""
    profile_hides = models.JSONField(_("auf dem Profil verborgen"), default=list, blank=True, editable=False)
    """Parts of the profile that are for nobody else, by name (`PROFILE_PARTS`)."""
    list_columns = models.JSONField(_("Spalten der Bestenlisten"), default=list, blank=True, editable=False)
    """The columns somebody has chosen (RNK-3.2), by name; empty: the usual ones."""
    is_active = models.BooleanField(_("aktiv"), default=True)
    is_staff = models.BooleanField(_("Zugang zur Verwaltung"), default=False)
    muted_until = models.DateTimeField(_("stumm bis"), null=True, blank=True)
    date_joined = models.DateTimeField(_("dabei seit"), default=timezone.now)

    objects: ClassVar[UserManager] = UserManager()

    USERNAME_FIELD = "username"
    REQUIRED_FIELDS: ClassVar[list[str]] = []

    class Meta:
        verbose_name = _("Konto")
        verbose_name_plural = _("Konten")
        constraints: ClassVar[list[models.BaseConstraint]] = [
            # So nobody who keeps an account can be taken for a guest.
            models.CheckConstraint(
                condition=models.Q(is_guest=True) | ~models.Q(username__contains=" "),
                name="only_guests_have_two_words",
            ),
        ]

    def save(self, *args: Any, **kwargs: Any) -> None:
        """Keep the skeleton in step with the name."""
        self.username = names.normalise(self.username)
        self.skeleton = names.skeleton(self.username)
        fields = kwargs.get("update_fields")
        if fields is not None and "username" in fields:
            kwargs["update_fields"] = {*fields, "skeleton"}
        super().save(*args, **kwargs)

    def clean(self) -> None:
        """Check what depends on more than the name itself, and tell it at the name."""
        if not self.username:
            # The form has already refused the name.
            return
        super().clean()
        try:
            self._validate_name()
        except ValidationError as error:
            raise ValidationError({"username": error}) from error

    def _validate_name(self) -> None:
        if not self.is_guest:
            names.validate_kept(self.username)
        if User.objects.filter(skeleton=names.skeleton(self.username)).exclude(pk=self.pk).exists():
            raise ValidationError(_("Dieser Name ist vergeben."), code="unique")


class Follow(models.Model):
    """Somebody follows somebody else."""

    follower = models.ForeignKey(User, verbose_name=_("wer folgt"), on_delete=models.CASCADE, related_name="follows")
    followed = models.ForeignKey(User, verbose_name=_("wem"), on_delete=models.CASCADE, related_name="+")
    since = models.DateTimeField(_("seit"), auto_now_add=True)

    class Meta:
        verbose_name = _("Gefolgte")
        verbose_name_plural = _("Gefolgte")
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=["follower", "followed"], name="followed_once"),
            models.CheckConstraint(condition=~models.Q(follower=models.F("followed")), name="nobody_follows_themselves"),
        ]

    def __str__(self) -> str:
        return f"{self.follower_id} {self.followed_id}"
