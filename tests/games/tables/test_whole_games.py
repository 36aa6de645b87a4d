"""Whole games of every preset: what clients fold, what is stored, what a replay says, and that nothing leaked."""

import json
from random import Random
from typing import Any

import pytest

from games.engine import registry
from games.engine.meta import Options
from games.tables import live, models, show, store, verification
from games.tables.messages import encode
from games.tables.store import STORE_EVERY
from tests.games.tables.audit import Audit, plain
from tests.games.tables.folding import Client
from tests.games.tables.play import Storm, come, crowd, enter, forget, full_table, run

pytestmark = pytest.mark.django_db(transaction=True)

PRESETS = registry.game("emotrions").meta.presets
CASES: list[tuple[str, int, Options]] = [
    ("basic", 2, PRESETS["basic"].options),
    ("basic", 6, PRESETS["basic"].options),
    ("advanced", 4, PRESETS["advanced"].options),
    ("duel", 2, PRESETS["duel"].options),
    ("challenge", 3, PRESETS["challenge"].options),
    ("pareo", 2, PRESETS["pareo"].options),
    ("exact", 3, PRESETS["exact"].options),
    ("on request", 3, {"gleichstart": "on_request", "style_mode": "winners_options", "kraft_exchange": "on"}),
    ("hidden plays", 5, {"style_mode": "fixed", "fixed_flags": {"bank": "down", "plays": "down", "hands": "hidden"}}),
]


@pytest.mark.parametrize(("name", "seats", "options"), CASES, ids=[f"{name}-{seats}" for name, seats, _ in CASES])
def test_whole_game(name: str, seats: int, options: Options) -> None:
    """PRO-5.1, 5.4, 5.5: folded updates equal a fresh snapshot after every move; QUA-1.1, 1.2, 1.4, 1.6; checks C1, C4 to C7."""
    table = full_table(seats, options)
    rng = Random(f"{name} {seats}")

    async def play() -> tuple[Storm, dict[int | None, Client]]:
        clients = await crowd(table)
        storm = Storm(table, dict(clients), rng)
        while await storm.step() or len(storm.clients) < len(clients):
            head = (await storm.live.head())["v"]
            assert {client.v for client in storm.clients.values()} <= {head}, "all viewers have the same version (PRO-5.1)"
            if rng.random() < 0.1 and storm.clients:
                viewer = rng.choice(list(storm.clients))
                clients[viewer].same_as(await enter(table, viewer))
            await come_and_go(storm, clients, rng)
        for viewer, client in clients.items():
            client.same_as(await enter(table, viewer))
        return storm, clients

    storm, clients = run(play)
    table.refresh_from_db()
    assert table.status == models.Table.Status.FINISHED
    assert {client.status for client in clients.values()} == {"finished"}
    check_acks(table, storm.acked)
    check_stored(table)
    verdict = verification.verify(table)
    assert verdict.faults == []
    assert verdict.commands == table.version
    audit = Audit(table)
    for viewer, client in clients.items():
        assert audit.faults(viewer, client.frames) == []


async def come_and_go(storm: Storm, clients: dict[int | None, Client], rng: Random) -> None:
    """Connections are lost and come back with the version they have; now and then the server is another one."""
    restart = rng.random() < 0.02
    if restart:
        forget()
    for viewer, client in clients.items():
        gone = viewer not in storm.clients
        if restart or (gone and rng.random() < 0.4):
            await come(client, storm.table, viewer, client.v, client.epoch)
            storm.clients[viewer] = client
        elif not gone and rng.random() < 0.03:
            storm.live.leave(client, viewer)
            del storm.clients[viewer]


def check_acks(table: models.Table, acked: dict[tuple[int, str], live.Ack]) -> None:
    """C1: every acknowledged act has exactly one row, of that version; a sealed answer has one if it was the last of its seat."""
    rows = {(row.seat, row.move_id): row for row in table.commands.all()}
    beside = {(row.seat, row.move_id): row for row in table.sealed.all()}
    assert len(rows) == table.version, "versions run without a gap (PRO-5.1)"
    for key, ack in acked.items():
        if key in beside:
            assert beside[key].acked == ack.version
        else:
            assert rows[key].version == ack.version
    assert set(rows) <= set(acked), "nothing is in the log that nobody was told is there"


def check_stored(table: models.Table) -> None:
    """PRO-6.1: at 0, every 16 versions (or just after, when a window closes across them), and at the end."""
    versions = list(table.positions.order_by("version").values_list("version", flat=True))
    assert versions[0] == 0
    assert versions[-1] == table.version
    assert {version // STORE_EVERY for version in versions} == set(range(table.version // STORE_EVERY + 1))


def test_what_a_viewer_is_sent_depends_on_what_it_knows_alone() -> None:
    """PRO-1.2: at any version the whole snapshot is the same for a game redealt behind the viewer's back, sealed answers too."""
    moved = 0
    for seats, options in ((3, CASES[7][2]), (4, PRESETS["advanced"].options), (5, CASES[8][2])):
        table = full_table(seats, options)
        rng = Random(f"redeal {seats}")

        async def play(table: models.Table = table, rng: Random = rng) -> int:
            storm = Storm(table, await crowd(table), rng)
            moved = 0
            while await storm.step():
                if rng.random() < 0.2:
                    moved += sum(redeal_changes_nothing(storm.live, viewer, rng) for viewer in storm.clients)
            return moved

        moved += run(play)
    assert moved > 200, "cards really were moved"


def redeal_changes_nothing(table: live.LiveTable, viewer: int | None, rng: Random) -> int:
    """Compare the snapshot with that of a redeal; returns how many cards lie elsewhere in it."""
    loaded = table.loaded
    assert loaded is not None
    assert loaded.session is not None
    session = type(loaded.session).load(loaded.session.dump(), type(loaded.session.game), loaded.session.game.dice)
    session.game = loaded.session.game.redealt(viewer, rng)
    own = {seat: answer for seat, answer in loaded.sealed.items() if seat == viewer}
    other = store.Loaded(loaded.table, loaded.seats, session, loaded.chain_key, loaded.log, sealed=own)
    mine, theirs = (plain(json.loads(encoded(one, viewer))) for one in (loaded, other))
    assert mine == theirs
    here, there = loaded.session.game.zones(), session.game.zones()
    return sum(card not in there[zone] for zone, cards in here.items() for card in cards)


def encoded(loaded: store.Loaded, viewer: int | None) -> str:
    payload: dict[str, Any] = show.snapshot(loaded, viewer, None)
    payload["server_time"] = ""
    return encode("sync", payload)


@pytest.fixture
def played() -> tuple[models.Table, dict[int | None, Client]]:
    """A game of hidden plays, some way on."""
    table = full_table(3, CASES[8][2])

    async def play() -> dict[int | None, Client]:
        clients = await crowd(table)
        storm = Storm(table, clients, Random(5))
        for _ in range(40):
            await storm.step()
        return clients

    return table, run(play)


@pytest.mark.parametrize("plant", ["card", "event", "prompt", "log", "secret", "key", "waiting"])
def test_the_audit_finds_planted_leaks(played: tuple[models.Table, dict[int | None, Client]], plant: str) -> None:
    """QUA-2.5: a checker that cannot fail is a defect."""
    table, clients = played
    audit = Audit(table)
    assert audit.faults(1, clients[1].frames) == []
    frames = [json.loads(frame) for frame in clients[1].frames]
    others = [json.loads(frame) for frame in clients[0].frames]
    number = next(
        at
        for at, (mine, theirs) in enumerate(zip(frames, others, strict=True))
        if mine["t"] == "update" and mine["d"]["events"] != theirs["d"]["events"] and "zones" in mine["d"].get("merge", {})
    )
    mine, theirs = frames[number]["d"], others[number]["d"]
    if plant == "card":
        mine["merge"]["zones"].setdefault("hand_0", {})["cards"] = [{"c": "emotrions.joy"}]
    elif plant == "event":
        mine["events"] = theirs["events"]
    elif plant == "prompt":
        asked = next(at for at, other in enumerate(others) if other["t"] == "update" and other["d"]["prompts"])
        frames[asked]["d"]["prompts"] = others[asked]["d"]["prompts"]
    elif plant == "log":
        frames[0]["d"]["log_tail"].append({"v": 0, "key": "log.draws.own", "args": {"cards": ["emotrions.joy"]}})
    elif plant == "secret":
        mine["head"] = bytes(models.TableSecret.kept.get(pk=table.pk).secret).hex()
    elif plant == "key":
        mine["dice"] = 1
    else:
        mine["waiting_for"] = []
    assert audit.faults(1, [json.dumps(frame) for frame in frames])
