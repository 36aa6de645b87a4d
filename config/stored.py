"""What the site keeps of people, for what and for how long (QUA-5.1): the privacy page is made from it.

A test fails for a model that is in neither list, so that nothing is kept that the page does not tell.
"""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _


@dataclass(frozen=True)
class Kept:
    """One kind of data, and the models that hold it."""

    what: Promise | str
    purpose: Promise | str
    period: Promise | str
    models: tuple[str, ...]


KEPT = [
    Kept(
        _("Konto oder Gast: Name, Passwort (als Prüfwert), Sprache, Aussehen, Sichtbarkeit, seit wann dabei, zuletzt angemeldet"),
        _("damit du spielst und wieder erkannt wirst"),
        _("bis das Konto gelöscht wird; ein Gast 30 Tage nach dem letzten Zug an seinen Tischen"),
        ("accounts.User",),
    ),
    Kept(
        _("Wem du folgst"),
        _("damit du dich in den Bestenlisten mit ihnen vergleichst; niemand sonst erfährt es"),
        _("bis du es beendest oder eines der Konten gelöscht wird"),
        ("accounts.Follow",),
    ),
    Kept(
        _("Mailadresse, wenn du eine angibst, und ob sie bestätigt ist"),
        _("für ein neues Passwort und für Nachrichten zur Sicherheit deines Kontos"),
        _("bis du sie entfernst oder das Konto gelöscht wird"),
        ("account.EmailAddress", "account.EmailConfirmation"),
    ),
    Kept(
        _("Zweiter Faktor, wenn du einen einrichtest: sein Geheimnis und Ersatzcodes"),
        _("damit niemand sonst in dein Konto kommt"),
        _("bis du ihn entfernst oder das Konto gelöscht wird"),
        ("mfa.Authenticator",),
    ),
    Kept(
        _("Sitzung: dass dieser Browser angemeldet ist, und zuletzt gewählte Tischeinstellungen"),
        _("damit du angemeldet bleibst"),
        _("gilt 30 Tage nach dem letzten Besuch, höchstens 180 Tage"),
        ("sessions.Session",),
    ),
    Kept(
        _("Geräte mit Anmeldung: Kennung des Browsers, gekürzte Netzadresse, Zeitpunkte"),
        _("damit du fremde Anmeldungen erkennst und beendest"),
        _("so lange wie die Sitzung"),
        ("usersessions.UserSession",),
    ),
    Kept(
        _("Tische, Plätze, Züge mit Zeitpunkt, Ergebnisse und Abstimmungen"),
        _("um zu spielen, für Wiederholungen und damit sich jede Partie nachprüfen lässt"),
        _("auf Dauer; ist das Konto gelöscht, ohne Verbindung zu dir"),
        (
            "tables.Table",
            "tables.Seat",
            "tables.Command",
            "tables.Vote",
            "tables.StoredPosition",
            "tables.TableSecret",
            "tables.DealSecret",
            "tables.SealedAnswer",
            "matches.Series",
            "matches.SeriesGame",
        ),
    ),
    Kept(
        _("Ergebnisse gewerteter und anderer Partien, Wertungen mit jedem Schritt, Saisons, Laufbahnen, Nachrichten dazu"),
        _("für Bestenlisten und Profile und um zu sagen, wer wie viel Erfahrung hat"),
        _("auf Dauer; ist das Konto gelöscht, ohne Verbindung zu dir"),
        (
            "ratings.ResultRecord",
            "ratings.ResultSeat",
            "ratings.Rating",
            "ratings.RatingEvent",
            "ratings.SeasonSnapshot",
            "ratings.CareerTotal",
            "ratings.Notice",
        ),
    ),
    Kept(
        _("Auffälligkeiten bei gewerteten Partien, und Konten, die als dieselbe Person gelten"),
        _("damit Wertungen fair bleiben"),
        _("bis das Konto gelöscht wird"),
        ("ratings.Flag", "ratings.Link"),
    ),
    Kept(
        _("Turniere: wer sie leitet, wer teilnimmt, Paarungen, Ergebnisse und Ansagen"),
        _("damit Turniere laufen und nachlesbar bleiben"),
        _("auf Dauer; ist das Konto gelöscht, ohne Verbindung zu dir"),
        (
            "tournaments.Tournament",
            "tournaments.Role",
            "tournaments.Entrant",
            "tournaments.TeamMember",
            "tournaments.Stage",
            "tournaments.Round",
            "tournaments.Match",
            "tournaments.MatchSide",
            "tournaments.Board",
            "tournaments.Announcement",
        ),
    ),
    Kept(
        _("Decks, die du baust: Name, Karten, Zeitpunkte, und ein Link, wenn du sie anderen zeigst"),
        _("damit du mit ihnen spielst"),
        _("bis du sie oder dein Konto löschst"),
        ("kameloh.Deck", "omg.Deck"),
    ),
    Kept(
        _("Nachrichten, dass ein Deck durch andere Regeln oder Karten gültig oder ungültig geworden ist"),
        _("damit du davon weißt"),
        _("90 Tage, oder bis du das Deck oder dein Konto löschst"),
        ("decks.Notice",),
    ),
    Kept(
        _("Deine Sammlung: Karten, Booster, Klickpunkte, Linksaft, und welche Partien dafür gezählt wurden"),
        _("damit du mit deinen Karten spielst und nachprüfen kannst, woher sie kommen"),
        _("bis das Konto gelöscht wird"),
        ("omg.Collection", "omg.Booster", "omg.Gain", "omg.Crafted"),
    ),
    Kept(
        _("Chatzeilen am Tisch"),
        _("damit am Tisch gesprochen werden kann, und um Beschwerden nachzugehen"),
        _("so lange wie der Tisch"),
        ("tables.ChatLine",),
    ),
    Kept(
        _("Meldungen von Chatzeilen: wer was warum gemeldet hat"),
        _("um sie zu bearbeiten"),
        _("so lange wie die gemeldete Zeile"),
        ("tables.Report",),
    ),
    Kept(
        _("Eingriffe der Verwaltung: wer wann was geändert hat"),
        _("damit Eingriffe nachvollziehbar sind"),
        _("auf Dauer"),
        ("admin.LogEntry", "audit.Entry"),
    ),
]

OF_NOBODY = (
    "auth.Permission",
    "auth.Group",
    "contenttypes.ContentType",
    "tables.Due",
    "tables.Beat",
    "ratings.Pool",
    "ratings.Season",
)
"""Models that hold nothing of people."""
