"""Pages of the tables: what they show to whom, what they refuse, and that nothing hidden is in them."""

import json
import re
from io import StringIO

import pytest
from django.contrib import admin
from django.core.management import call_command
from django.test import Client
from django.urls import reverse

from accounts.models import User
from games import texts
from games.engine import registry
from games.engine.meta import Choice
from games.tables import models, selectors, service
from games.tables.clocks import Pace
from tests.games.tables.play import full_table, in_english, someone, user_at

pytestmark = pytest.mark.django_db


def browser(user: User | None = None, **headers: str) -> Client:
    """A browser in which this user is logged in."""
    client = Client(headers=headers)
    if user is not None:
        client.force_login(user)
    return client


@pytest.fixture
def waiting() -> models.Table:
    """A table of three with two people; the owner is called Ada."""
    table = service.open_table(someone("Ada"), "emotrions", {"kraft_exchange": "on"}, 3)
    service.sit(someone("Bo"), table, table.invite)
    return table


@pytest.fixture
def running() -> models.Table:
    return full_table(2, bots=1)


def page(client: Client, path: str) -> str:
    response = client.get(path)
    assert response.status_code == 200
    return response.content.decode()


# --- home ------------------------------------------------------------------------------------------------------------------


def test_home_for_whoever_comes() -> None:
    """UX-2: the games, and nobody becomes a guest by looking."""
    content = page(browser(), "/")
    assert "Emotrions" in content
    assert not User.objects.exists()


def test_home_shows_my_tables_alone(waiting: models.Table, running: models.Table) -> None:
    """UX: those I sit at and that are not over; whose turn it is, as everybody may know."""
    mine, other = user_at(running, 0), user_at(waiting, 1)
    response = browser(mine).get("/")
    (line,) = response.context["my_tables"]
    assert line.url == running.get_absolute_url()
    assert line.your_turn == (running.waiting == [0])
    assert line.opponents == running.seats.get(number=1).name
    (line,) = browser(other).get("/").context["my_tables"]
    assert (line.url, line.your_turn, line.opponents) == (waiting.get_absolute_url(), False, "Ada")
    assert browser(someone()).get("/").context["my_tables"] == []
    models.Table.objects.update(status="finished")
    assert browser(mine).get("/").context["my_tables"] == []


def test_home_tells_nothing_of_a_quiet_window() -> None:
    """EMO-8.3: "your turn" stays until the window closes, for those who have answered, too."""
    table = full_table(2, {"kraft_exchange": "on"})
    models.SealedAnswer.objects.create(table=table, seat=0, asked=0, move_id="m", choice=["pass"], by="player", acked=0)
    for number in (0, 1):
        (line,) = browser(user_at(table, number)).get("/").context["my_tables"]
        assert line.your_turn


def test_my_turn_comes_first() -> None:
    """UX."""
    user = someone()
    for wait in ([0], [1], [0]):
        table = service.open_table(user, "emotrions", {}, 2)
        service.fill_with_bots(user, table)
        models.Table.objects.filter(pk=table.pk).update(waiting=wait)
    assert [line.your_turn for line in browser(user).get("/").context["my_tables"]] == [True, True, False]


def test_the_first_deadline_comes_first() -> None:
    """UX-3: of the tables where it is my turn."""
    user = someone()
    tables = []
    for days in (3, 1, 0, 7):
        table = service.open_table(user, "emotrions", {}, 2, Pace("turn", move_ms=days * 86_400_000) if days else Pace())
        service.sit(someone(), table, table.invite)
        side = {"left_ms": days * 86_400_000}
        clocks = {"sides": {"0": side}, "since": 0, "running": [0]} if days else {}
        models.Table.objects.filter(pk=table.pk).update(waiting=[0], clocks=clocks)
        tables.append(table.get_absolute_url())
    shown = [line.url for line in browser(user).get("/").context["my_tables"]]
    assert shown == [tables[1], tables[0], tables[3], tables[2]]


# --- one click -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("path", ["/sofort/", "/sofort/emotrions/"])
def test_one_click(path: str) -> None:
    """UX-2: a guest, a table with a bot, and off."""
    client = browser()
    response = client.post(path)
    table = models.Table.objects.get()
    assert response.status_code == 302
    assert response["Location"] == table.get_absolute_url()
    assert user_at(table, 0).is_guest
    assert table.status == "running"
    assert client.get(response["Location"]).context["viewer"] == 0
    client.post(path)
    assert User.objects.count() == 1, "the second game is the same guest's"


# --- opening a table -------------------------------------------------------------------------------------------------------


def test_the_form_has_every_option() -> None:
    """EMO-12.1: seats, presets, and each option with its values, in words."""
    response = browser().get("/neu/emotrions/")
    form = response.context["form"]
    assert list(form.fields) == [
        "seats",
        "pace",
        "open_to",
        "rated",
        "series",
        "preset",
        "variant",
        "style_mode",
        "fixed_flags.bank",
        "fixed_flags.plays",
        "fixed_flags.hands",
        "kraft_exchange",
        "gleichstart",
        "score37",
        "decks",
        "starter",
    ]
    for field in form:
        assert field.label
        assert "." not in str(field.label)
        for _value, label in field.field.choices:
            assert label
            assert "_" not in str(label)
    assert browser().get("/neu/").context["game"] == "emotrions"
    assert not User.objects.exists()


@pytest.mark.parametrize(
    ("sent", "options"),
    [
        ({"preset": "advanced"}, {"style_mode": "winners_options", "kraft_exchange": "on"}),
        ({"preset": "pareo"}, {"variant": "pareo"}),
        ({"preset": "duel"}, {"gleichstart": "always", "style_mode": "winners_options"}),
        ({"preset": "basic", "score37": "on"}, {"score37": "off"}),
        ({"preset": "", "score37": "on"}, {"score37": "on", "fixed_flags": None}),
        ({"score37": "on"}, {"score37": "on"}),
        (
            {"preset": "", "style_mode": "fixed", "fixed_flags.bank": "up"},
            {"fixed_flags": {"bank": "up", "plays": "up", "hands": "hidden"}},
        ),
        ({"preset": "", "fixed_flags.bank": "down"}, {"fixed_flags": None}),
        ({"preset": "", "gleichstart": "on_request"}, {"gleichstart": "on_request"}),
        ({}, {"variant": "standard"}),
    ],
)
def test_a_table_as_chosen(sent: dict[str, str], options: dict[str, object]) -> None:
    """EMO-12: a preset counts as a whole, own choices where none is taken."""
    response = browser().post("/neu/emotrions/", {"seats": "2", **sent})
    assert response.status_code == 302, response.context["form"].errors
    table = models.Table.objects.get()
    assert {name: table.options[name] for name in options} == options
    assert (table.status, table.seat_count) == ("open", 2)
    assert response["Location"] == table.get_absolute_url()


@pytest.mark.parametrize(
    ("sent", "pace", "words"),
    [
        ({}, Pace(), "ohne Uhr"),
        ({"pace": "quick"}, Pace("live", 300_000, 5_000), "5 Minuten, je Zug 5 Sekunden dazu"),
        ({"pace": "easy"}, Pace("live", 1_200_000, 20_000), "20 Minuten, je Zug 20 Sekunden dazu"),
        ({"pace": "day"}, Pace("turn", move_ms=86_400_000), "1 Tag pro Zug"),
        ({"pace": "week"}, Pace("turn", move_ms=604_800_000), "7 Tage pro Zug"),
    ],
)
def test_the_pace_as_chosen(sent: dict[str, str], pace: Pace, words: str) -> None:
    """UX-4.10: in the form, at the table, and in words for those who are invited."""
    visitor = browser()
    response = visitor.post("/neu/emotrions/", {"seats": "2", **sent})
    table = models.Table.objects.get()
    assert table.pace == pace
    assert words in visitor.get(response["Location"]).content.decode()


def test_no_other_pace() -> None:
    response = browser().post("/neu/emotrions/", {"seats": "2", "pace": "light"})
    assert response.status_code == 400
    assert list(response.context["form"].errors) == ["pace"]


COMPANIONS = {
    "variant=pareo": {"seats": "2"},
    "style_mode=fixed": {"fixed_flags.bank": "up"},
    "gleichstart=always": {"seats": "3"},
    "gleichstart=on_request": {"seats": "3"},
    "decks=one": {"seats": "5"},
    "starter=agreed": {"seats": "2"},
}
"""What a value needs beside it (EMO-12.1)."""


def test_every_value_of_every_option() -> None:
    """EMO-12.1: each can be chosen in the form, and is what the table is played with."""
    tried = 0
    for option in registry.game("emotrions").meta.options:
        parts = [(option.name, option)] if isinstance(option, Choice) else [(f"{option.name}.{f.name}", f) for f in option.fields]
        for name, choice in parts:
            for value in choice.values:
                sent = {"seats": "4", "preset": "", name: value, **COMPANIONS.get(f"{name}={value}", {})}
                if name.startswith("fixed_flags") and value != choice.default:
                    sent["style_mode"] = "fixed"
                response = browser().post("/neu/emotrions/", sent)
                assert response.status_code == 302, (sent, response.context["form"].errors)
                kept = models.Table.objects.latest("created_at").options
                flags = kept["fixed_flags"] or {}
                assert (flags.get(choice.name, choice.default) if "." in name else kept[name]) == value
                tried += 1
    assert tried == 23


WRONG: list[tuple[dict[str, str], str, str]] = [
    ({"seats": "7"}, "seats", ""),
    ({"seats": "two"}, "seats", ""),
    ({"seats": ""}, "seats", "Dieses Feld ist zwingend erforderlich."),
    ({"preset": "best"}, "preset", ""),
    ({"preset": "", "variant": "chess"}, "variant", ""),
    ({"preset": "", "fixed_flags.bank": "x"}, "fixed_flags.bank", ""),
    ({"seats": "3", "preset": "pareo"}, "seats", "Pareo wird zu zweit gespielt."),
    ({"seats": "4", "preset": "duel"}, "seats", "Den Gleichstart gibt es zu zweit oder zu dritt."),
    (
        {"preset": "", "style_mode": "fixed"},
        "fixed_flags.bank",
        "Ein fester Stil muss vom Standard abweichen: Wähle mindestens eine Besonderheit.",
    ),
    ({"preset": "", "fixed_flags.hands": "open"}, "fixed_flags.bank", "Feste Stilmerkmale gibt es nur beim festen Stil."),
    (
        {"preset": "", "variant": "pareo", "kraft_exchange": "on"},
        "kraft_exchange",
        "Den Kartentausch gibt es nicht im Pareo und nicht bei festem Stil.",
    ),
    ({"preset": "", "decks": "one"}, "decks", "Ein einziges Kartenspiel ist nur zu fünft oder zu sechst eine Wahl."),
]


@pytest.mark.parametrize(("sent", "field", "german"), WRONG)
@pytest.mark.parametrize("language", ["de", "en"])
def test_wrong_options_are_told_at_their_field(language: str, sent: dict[str, str], field: str, german: str) -> None:
    """EMO-12.2, UX-5.4, the issue: in the user's language, status 400, nothing is made, not even a guest."""
    response = browser(accept_language=language).post("/neu/emotrions/", {"seats": "2", **sent})
    assert response.status_code == 400
    errors = response.context["form"].errors
    assert list(errors) == [field]
    if german.endswith(".") and not german.startswith("Dieses Feld"):
        assert errors[field] == [german if language == "de" else in_english(german)]
    assert errors[field][0] in response.content.decode().replace("&#x27;", "'").replace("&quot;", '"')
    assert not models.Table.objects.exists()
    assert not User.objects.exists()


def test_a_preset_is_for_as_many_as_it_says() -> None:
    """SPF-1.2: two players who wish for teams are told, and do not get another game."""
    response = browser(accept_language="de").post("/neu/spieleflut/", {"seats": "2", "preset": "teams"})
    assert response.status_code == 400
    assert response.context["form"].errors == {"seats": ["Diese Vorlage ist für 4 Personen."]}
    assert not models.Table.objects.exists()


def test_an_empty_form_is_refused() -> None:
    """The issue: bad input changes nothing."""
    response = browser().post("/neu/emotrions/", {})
    assert response.status_code == 400
    assert list(response.context["form"].errors) == ["seats"]


def test_all_problems_at_once() -> None:
    """EMO-12.2: each problem is named."""
    sent = {"seats": "4", "preset": "", "gleichstart": "always", "style_mode": "fixed", "decks": "one", "kraft_exchange": "on"}
    errors = browser().post("/neu/emotrions/", sent).context["form"].errors
    assert set(errors) == {"fixed_flags.bank", "kraft_exchange", "gleichstart", "decks"}


def test_a_game_with_other_options(toy: str) -> None:
    """architecture: the form is made from what the game says of itself; one without presets has none."""
    response = browser().get("/neu/toy/")
    assert list(response.context["form"].fields) == ["seats", "pace", "open_to", "rated", "series", "answers"]
    assert browser().post("/neu/toy/", {"seats": "2", "answers": "secret"}).status_code == 302
    assert models.Table.objects.get().options == {"answers": "secret"}


# --- waiting and joining -----------------------------------------------------------------------------------------------------


def test_the_waiting_room(waiting: models.Table) -> None:
    """PRO-1.6: those who sit there have the invitation; whoever only knows the address has not."""
    path = waiting.get_absolute_url()
    owner, friend = user_at(waiting, 0), user_at(waiting, 1)
    invitation = reverse("tables:join", args=[waiting.pk, waiting.invite])
    for client, seated, is_owner in (
        (browser(owner), True, True),
        (browser(friend), True, False),
        (browser(someone()), False, False),
        (browser(), False, False),
    ):
        response = client.get(path)
        content = response.content.decode()
        assert response.status_code == 200
        assert (waiting.invite in content) == seated
        assert ("invite_url" in response.context) == seated
        assert (f"http://testserver{invitation}" in content) == seated
        assert response.context["is_owner"] == is_owner
        assert (reverse("tables:fill", args=[waiting.pk]) in content) == is_owner
        assert "Ada" in content
        assert "Bo" in content


def test_joining(waiting: models.Table) -> None:
    """The issue: join by link; a guest sits down by one click, and the last one starts the game."""
    path = reverse("tables:join", args=[waiting.pk, waiting.invite])
    client = browser()
    content = page(client, path)
    assert "Ada" in content
    assert "Kartentausch durch Kraft" in content
    assert User.objects.count() == 2, "looking makes no guest"
    response = client.post(path)
    assert response.status_code == 302
    assert response["Location"] == waiting.get_absolute_url()
    assert user_at(waiting, 2).is_guest
    waiting.refresh_from_db()
    assert waiting.status == "running"
    assert client.get(path)["Location"] == waiting.get_absolute_url(), "who sits there is led to the table"
    assert client.post(path).status_code == 302
    assert waiting.seats.count() == 3


def test_joining_when_all_seats_are_taken(running: models.Table) -> None:
    """`table_full`, in words; nobody is made a guest for nothing; watching is possible all the same."""
    path = reverse("tables:join", args=[running.pk, running.invite])
    people = User.objects.count()
    assert browser().get(path).status_code == 200
    for language in ("de", "en"):
        client = browser(accept_language=language)
        response = client.post(path, follow=True)
        assert response.redirect_chain == [(running.get_absolute_url(), 302)]
        german = "An diesem Tisch ist kein Platz mehr frei."
        assert (german if language == "de" else in_english(german)) in response.content.decode()
    assert User.objects.count() == people
    assert running.seats.count() == 2


def test_bots_by_the_owner_alone(waiting: models.Table) -> None:
    """`forbidden` for others, in words; 404 for whoever is nobody."""
    path = reverse("tables:fill", args=[waiting.pk])
    assert browser().post(path).status_code == 404
    response = browser(user_at(waiting, 1)).post(path, follow=True)
    assert "Das entscheidet, wer den Tisch eröffnet hat." in response.content.decode()
    assert waiting.seats.count() == 2
    assert browser(user_at(waiting, 0)).post(path).status_code == 302
    waiting.refresh_from_db()
    assert waiting.status == "running"
    again = browser(user_at(waiting, 0)).post(path, follow=True)
    assert "Das geht an diesem Tisch gerade nicht." in again.content.decode()


# --- the table -------------------------------------------------------------------------------------------------------------


def test_the_table_for_everybody(running: models.Table) -> None:
    """PRO-8.1: a seat for who has one, a spectator's place for all others; the page itself holds nothing of the game."""
    secret = bytes(models.TableSecret.kept.get(pk=running.pk).secret)
    cards = [
        key.removeprefix("card.") for key in texts.catalogue("emotrions", "de") if re.fullmatch(r"card\.emotrions\.\w+", key)
    ]
    assert "emotrions.joy" in cards
    for client, viewer in ((browser(user_at(running, 0)), 0), (browser(someone()), None), (browser(), None)):
        response = client.get(running.get_absolute_url())
        content = response.content.decode()
        assert response.status_code == 200
        assert response.context["viewer"] == viewer
        assert response.context["socket_path"] == f"/ws/v1/tables/{running.pk}"
        assert f'data-socket="/ws/v1/tables/{running.pk}"' in content
        for hidden in (secret.hex(), running.invite, running.head, *cards):
            assert hidden not in content
        assert "<script>" not in content
        assert " style=" not in content
        assert client.get(response.context["catalogue_url"]).status_code == 200


# --- what is not there ---------------------------------------------------------------------------------------------------------

NOWHERE = [
    "/tisch/aaaaaaaaaa/",
    "/tisch/AAAAAAAAAA/",
    "/tisch/aaaaaaaaa/",
    "/tisch/aaaaaaaaaaa/",
    "/tisch/aaaaaaaaa%00/",
    "/tisch/aaaaaaaaaa%0A/",
    "/tisch/%F0%9F%98%80/",
    "/tisch/" + "a" * 3000 + "/",
    "/tisch/aaaaaaaaaa/mit/" + "a" * 22 + "/",
    "/tisch/{table}/mit/" + "a" * 22 + "/",
    "/tisch/{table}/mit/a/",
    "/tisch/{table}/mit/" + "a" * 21 + "%00/",
    "/tisch/{table}/mit//",
    "/neu/chess/",
    "/neu/Emotrions%00/",
    "/texte/de/emotrions.000000000000.json",
    "/texte/fr/emotrions.{digest}.json",
    "/texte/de/chess.{digest}.json",
    "/texte/en/emotrions.{digest}.json",
    "/texte/../de/emotrions.{digest}.json",
]


@pytest.mark.parametrize("path", NOWHERE)
def test_not_found(waiting: models.Table, path: str) -> None:
    """QUA-3.3, QUA-3.8, QUA-3.13: 404 whatever is wrong; a wrong invitation looks like no table at all."""
    digest, _ = texts.catalogue_file("emotrions", "de")
    path = path.replace("{table}", waiting.pk).replace("{digest}", digest)
    for client in (browser(), browser(user_at(waiting, 0))):
        assert client.get(path).status_code == 404


def test_no_difference_between_a_wrong_invitation_and_no_table(waiting: models.Table) -> None:
    """QUA-3.8: byte-equal."""
    client = browser(someone())
    wrong, none = (client.get(f"/tisch/{table}/mit/{'a' * 22}/").content for table in (waiting.pk, "aaaaaaaaaa"))
    strip = re.compile(rb'/tisch/\w{10}/|name="csrfmiddlewaretoken" value="\w+"')
    assert strip.sub(b"", wrong) == strip.sub(b"", none)


POSTED = ["/tisch/{table}/bots/"]
LOOKED_AT = ["/", "/tisch/{table}/", "/texte/de/emotrions.{digest}.json"]
BOTH = ["/sofort/", "/sofort/emotrions/", "/neu/", "/neu/emotrions/", "/tisch/{table}/mit/{invite}/"]


@pytest.mark.parametrize("path", [*POSTED, *LOOKED_AT, *BOTH])
def test_methods(waiting: models.Table, path: str) -> None:
    """QUA-3.8, QUA-3.22: 405 for every other method, HEAD wherever there is GET, and nothing happens."""
    digest, _ = texts.catalogue_file("emotrions", "de")
    full = path.replace("{table}", waiting.pk).replace("{invite}", waiting.invite).replace("{digest}", digest)
    client = browser(user_at(waiting, 0))
    status = {method: client.generic(method, full).status_code for method in ("PUT", "PATCH", "DELETE", "TRACE", "OPTIONS")}
    assert set(status.values()) == {405}
    get, head = client.get(full), client.head(full)
    if path in POSTED:
        assert (get.status_code, head.status_code) == (405, 405)
    else:
        assert get.status_code == head.status_code
        assert get.status_code in (200, 302)
        assert head.content == b""
    if path in LOOKED_AT:
        assert client.post(full).status_code == 405
    assert models.Table.objects.count() == 1
    assert waiting.seats.count() == 2


@pytest.mark.parametrize("path", [*POSTED, *BOTH])
def test_nothing_is_done_without_a_token(waiting: models.Table, path: str) -> None:
    """QUA-3.10: 403, for guests to be as well."""
    full = path.replace("{table}", waiting.pk).replace("{invite}", waiting.invite)
    people = User.objects.count()
    for user in (None, user_at(waiting, 0)):
        client = Client(enforce_csrf_checks=True)
        if user is not None:
            client.force_login(user)
        assert client.post(full, {"seats": "2"}).status_code == 403
    assert models.Table.objects.count() == 1
    assert User.objects.count() == people
    assert waiting.seats.count() == 2


# --- texts for the browser -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", ["de", "en"])
def test_catalogues(language: str) -> None:
    """PRO-5.8, PRO-10.5: as JSON under a name made from its content, to be kept for ever, whatever the browser's own language."""
    digest, data = texts.catalogue_file("emotrions", language)
    response = browser(accept_language="de").get(f"/texte/{language}/emotrions.{digest}.json")
    assert response.status_code == 200
    assert response.content == data
    assert response["Content-Type"] == "application/json"
    assert response["Cache-Control"] == "public, max-age=31536000, immutable"
    assert response["Content-Language"] == language
    assert "Set-Cookie" not in response
    file = json.loads(response.content)
    assert {"error.stale_prompt", "prompt.lead", "card.emotrions.joy", "ui.your_turn"} <= set(file["texts"])


def test_what_is_printed_on_cards_comes_with_the_texts() -> None:
    """UX-7.2: the browser draws cards from their data, and gets no more of it than drawings and counting need."""
    _, data = texts.catalogue_file("emotrions", "de")
    cards = json.loads(data)["cards"]
    assert len(cards) == 9
    assert set(cards["emotrions.hate"]) == {"id", "value", "sign", "mark", "look", "count"}
    assert (cards["emotrions.hate"]["value"], cards["emotrions.hate"]["sign"]) == (-3, "negative")


def test_a_game_without_drawings_has_a_table_all_the_same(toy: str) -> None:
    """A new game brings rules and words; faces and a board of its own may come later."""
    assert texts.printed(toy) == {}
    assert selectors.own_files(toy) == {}
    assert selectors.own_files("emotrions")["field"] == "emotrions/field.js"


# --- secrets -----------------------------------------------------------------------------------------------------------------


def test_secrets_are_where_nobody_looks(running: models.Table) -> None:
    """QUA-4.8: not in the admin, not in fixtures, not among what a model lists by itself."""
    assert models.TableSecret not in admin.site._registry
    assert models.TableSecret.kept.count() == 1
    assert not models.TableSecret.objects.exists()
    assert not models.TableSecret._default_manager.exists()
    fixture = StringIO()
    call_command("dumpdata", "tables", stdout=fixture)
    assert running.pk in fixture.getvalue()
    assert "tablesecret" not in fixture.getvalue()
    assert str(models.TableSecret.kept.get()) == running.pk


def test_a_deleted_table_takes_its_secret_with_it(running: models.Table) -> None:
    """QUA-4.8, check C9: no orphans."""
    running.delete()
    assert not models.TableSecret.kept.exists()
    for model in (models.Seat, models.Command, models.StoredPosition, models.Due, models.SealedAnswer):
        assert not model.objects.exists()
