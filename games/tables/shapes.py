"""What the server sends over a table's socket, as types (PRO sections 3 to 5): the JSON Schemas are made from them.

Questions and events, which go out with every move, are built as these types, the rest as plain data; the tests hold every frame
against the schemas. A key that may be left out is `UnsetType`: nothing is ever null (PRO-1.5).
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from msgspec import UNSET, Meta, UnsetType

from games.engine.order import Offer, Order
from games.tables import messages

Count = Annotated[int, Meta(ge=0)]
Version = Annotated[int, Meta(ge=0)]
Seat = Annotated[int, Meta(ge=0)]
Time = Annotated[str, Meta(pattern=r"^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$")]
Hash = Annotated[str, Meta(pattern=r"^[0-9a-f]{64}$")]
Checksum = Annotated[str, Meta(pattern=r"^[0-9a-f]{8}$")]
Left = Literal["resigned", "timeout", "abandoned", "disqualified"]
"""How somebody left before the end (RNK-1.4)."""

TableId = Annotated[str, Meta(pattern=r"^[a-z2-7]{10}$")]
LineId = Annotated[str, Meta(pattern=r"^\d+$")]
ErrorCode = Literal[
    "bad_message", "invalid", "not_authenticated", "forbidden", "not_found", "not_your_prompt", "stale_prompt", "illegal_choice",
    "move_id_conflict", "table_full", "wrong_status", "undo_unavailable", "clock_expired", "game_over", "deck_invalid",
    "blocked_by_user", "muted", "read_only", "rate_limited", "internal",
]  # fmt: skip
CloseCode = Literal[1000, 4400, 4401, 4403, 4404, 4408, 4410, 4426, 4429, 4430, 4500, 4512, 4513]

Data = dict[str, Any]
"""Plain data that each game fills as it likes: integers, strings, booleans, lists and objects (PRO-1.5)."""


class Patch(msgspec.Struct):
    """A JSON Merge Patch of the view (RFC 7396): the one place where null appears, for a key that goes."""


class Text(msgspec.Struct):
    """A text by key and arguments, never prose (PRO-5.8)."""

    key: str
    args: Data


# --- the table -------------------------------------------------------------------------------------------------------------


class SeatRow(msgspec.Struct):
    """Who sits there."""

    seat: Seat
    name: str
    kind: Literal["user", "guest", "bot"]
    left: Left | UnsetType = UNSET


class Outcome(msgspec.Struct):
    """How the game ended; lists are by seat (RNK-1.2)."""

    ranks: list[Annotated[int, Meta(ge=1)]]
    reason: str
    scores: list[int]
    extra: list[Data]
    statuses: list[Literal["finished"] | Left]


class RatingChange(msgspec.Struct):
    """What a game that is over has done to the rating of a seat (UX-4.15)."""

    seat: Seat
    points: int
    change: int
    provisional: bool


class Rematch(msgspec.Struct):
    """Whose agreement a rematch needs, who has agreed, and the table where it is played (UX-4.15)."""

    seats: Annotated[list[Seat], Meta(min_length=1)]
    votes: list[Seat]
    table: TableId | UnsetType = UNSET


class SeriesGame(msgspec.Struct):
    """One game of a series: where it is played, and what it counts for, side by side, as soon as it is over (RNK-5.7)."""

    purpose: str
    """`game`, or what a tie policy has asked for (RNK-5.6)."""
    table: TableId | UnsetType = UNSET
    points: list[Count] | UnsetType = UNSET


class SeriesPause(msgspec.Struct):
    """The next game waits until all of these seats are ready; whoever is not in time loses it (RNK-5)."""

    seats: list[Seat]
    ready: list[Seat]
    left_ms: Count | UnsetType = UNSET
    """Unset: for as long as it takes."""
    until: str | UnsetType = UNSET
    chooser: list[Seat] | UnsetType = UNSET
    """Who says which side begins; unset: they take turns."""


class Series(msgspec.Struct):
    """Several games that count as one (RNK-5), and which of them this one is, from 1 on."""

    kind: str
    number: Annotated[int, Meta(ge=1)]
    of: Annotated[int, Meta(ge=1)]
    sides: list[list[Seat]]
    """Where each side sits at this table."""
    games: list[SeriesGame]
    totals: list[Count]
    """What decides: sums of points, or games won; side by side."""
    halves: bool
    """Whether points and totals are told in halves (PRO-1.5): a draw is worth half a win."""
    ties: list[str]
    """What decides if both are level, one after another (RNK-5.6)."""
    over: bool
    reason: str
    winner: int | UnsetType = UNSET
    """The side."""
    pause: SeriesPause | UnsetType = UNSET


class Table(msgspec.Struct):
    """What everybody may know of the table itself (PRO-5.3)."""

    id: TableId
    game: str
    rules_version: int
    options: Data
    status: Literal["open", "running", "finished", "suspended", "closed"]
    rated: bool
    mode: Literal["untimed", "live", "turn"]
    spectators: Literal["open", "delayed", "friends", "none"]
    seat_count: Annotated[int, Meta(ge=1)]
    seats: list[SeatRow]
    bank_ms: Count | UnsetType = UNSET
    increment_ms: Count | UnsetType = UNSET
    move_ms: Count | UnsetType = UNSET
    outcome: Outcome | UnsetType = UNSET
    rematch: Rematch | UnsetType = UNSET
    series: Series | UnsetType = UNSET
    ratings: list[RatingChange] | UnsetType = UNSET


class Fairness(msgspec.Struct):
    """Hash and chain, and the secret when the game is over (PRO-9.1, PRO-9.2)."""

    commit: Hash
    head: Hash
    rng: int
    secret: Hash | UnsetType = UNSET
    deal: str | UnsetType = UNSET
    """What the seed is made from in place of the table's id, where several tables are dealt the same."""


# --- the view --------------------------------------------------------------------------------------------------------------


class Card(msgspec.Struct):
    """A card in a view: known by its id, or only its back; public marks beside (PRO-5.9)."""

    k: Annotated[int, Meta(ge=1)] | UnsetType = UNSET
    c: str | UnsetType = UNSET
    back: str | UnsetType = UNSET


class Zone(msgspec.Struct):
    """A place for cards (PRO-5.10), with whatever public numbers the game adds."""

    name: str
    visibility: str
    order: str
    count: Count
    owner: Seat | UnsetType = UNSET
    cards: list[Card] | UnsetType = UNSET
    top: Card | UnsetType = UNSET
    back: str | UnsetType = UNSET


class View(msgspec.Struct):
    """What this viewer may know of the position; each game adds its own facts."""

    zones: dict[str, Zone]
    seats: list[Data] | UnsetType = UNSET


GROWN_BY_GAMES = ("Card", "Zone", "View")
"""Objects to which games add keys of their own."""


# --- questions and events --------------------------------------------------------------------------------------------------


class Option(msgspec.Struct):
    """One legal answer (PRO-4.2)."""

    id: str
    label: Text
    role: Literal["primary", "normal", "pass", "danger"]
    confirm: bool | UnsetType = UNSET
    cards: tuple[str, ...] | UnsetType = UNSET
    refs: tuple[str, ...] | UnsetType = UNSET
    effect: Data | UnsetType = UNSET


class Pick(msgspec.Struct):
    """How many options make an answer (PRO-4.1)."""

    min: Count
    max: Count
    ordered: bool
    distinct: bool


class Reason(msgspec.Struct):
    """Why a card or what lies in a zone cannot be used now."""

    of: str
    why: Text


class Prompt(msgspec.Struct):
    """One open decision of one seat (PRO-4.1)."""

    id: Annotated[str, Meta(pattern=r"^\d+-\d+$")]
    seat: Seat
    issued: Version
    kind: str
    text: Text
    options: Annotated[list[Option], Meta(min_length=1)]
    pick: Pick
    timeout: list[str]
    concurrent: bool
    clock: Literal["own", "window", "common"]
    secret: bool
    answer: list[str] | UnsetType = UNSET
    deadline: Time | UnsetType = UNSET
    stop: str | UnsetType = UNSET
    urgent: bool | UnsetType = UNSET
    why_not: list[Reason] | UnsetType = UNSET
    """Why cards of the hand, by their ids, and what lies in zones, by theirs, cannot be used now (UX-4.2)."""


class Prefs(msgspec.Struct):
    """When this seat is asked, by kind of question or class of window, if not always (UX-4.12)."""

    stops: dict[str, Literal["answer", "never", "once", "rest"]]
    usual: dict[str, Literal["always", "answer", "never"]] | UnsetType = UNSET
    """How it would be asked if it had said nothing, in games that have classes of windows."""
    orders: list[Order] | UnsetType = UNSET
    """What it plays without being asked, where that can be ordered (OMG-11.14)."""
    offers: list[Offer] | UnsetType = UNSET
    """What it can order, by card."""


class ByItself(msgspec.Struct):
    """An act that nobody was asked for (UX-4.12): told to its seat, and to everybody when the game is over (OMG-11.12)."""

    v: Version
    seat: Seat


class Waiting(msgspec.Struct):
    """Whom everybody waits for, and for what kind of decision."""

    seat: Seat
    kind: str


class Undo(msgspec.Struct):
    """Whether this viewer can take back its last decisions, and if not, why (PRO-4.9)."""

    allowed: bool
    why: Text | UnsetType = UNSET


class LogLine(msgspec.Struct):
    """The line an event adds to the log (PRO-5.8)."""

    v: Version
    key: str
    args: Data


class TailLine(msgspec.Struct):
    """A line of the log so far, with the kind of its event and who acted."""

    v: Version
    key: str
    args: Data
    e: str
    by: Seat | UnsetType = UNSET
    by_clock: bool | UnsetType = UNSET


class Event(msgspec.Struct):
    """What happened, as this viewer saw it (PRO-5.7)."""

    e: str
    v: Version
    i: Count
    args: Data
    by: Seat | UnsetType = UNSET
    by_clock: bool | UnsetType = UNSET
    handles: list[Count] | UnsetType = UNSET
    log: LogLine | UnsetType = UNSET


# --- payloads --------------------------------------------------------------------------------------------------------------


class Presence(msgspec.Struct):
    """Who is there (PRO-7.2)."""

    seats: list[SeatPresence]
    spectators: Count


class SeatPresence(msgspec.Struct):
    """Whether somebody is at a seat; `away_ms`: for how long nobody was; `claim_in_ms`: when the others may claim the game."""

    seat: Seat
    state: Literal["online", "idle", "away", "gone"]
    away_ms: Count | UnsetType = UNSET
    claim_in_ms: Count | UnsetType = UNSET


class Clock(msgspec.Struct):
    """The time of one seat (PRO-6.7); `window_ms` is left for a question that takes nobody's own time, `deadline` by turns."""

    seat: Seat
    left_ms: Count
    running: bool
    window_ms: Count | UnsetType = UNSET
    deadline: Time | UnsetType = UNSET


class Clocks(msgspec.Struct):
    """The clock block: remaining times as they are at `server_time`."""

    mode: Literal["live", "turn"]
    server_time: Time
    seats: list[Clock]


class Chat(msgspec.Struct):
    """One line of a chat room (PRO-8.2): a text, or the key of a phrase. Ids are numbers that rise with time."""

    id: LineId
    room: Literal["players", "spectators"]
    name: str
    at: Time
    text: Annotated[str, Meta(max_length=300)] | UnsetType = UNSET
    phrase: messages.Phrase | UnsetType = UNSET
    seat: Seat | UnsetType = UNSET


class ChatRemoved(msgspec.Struct):
    """A line that is not to be shown any more."""

    id: LineId


class Update(msgspec.Struct):
    """One or more committed versions for this viewer (PRO-5.4): exactly one of `view` and `merge`."""

    from_: Version = msgspec.field(name="from")
    v: Version
    events: list[Event]
    prompts: list[Prompt]
    waiting_for: list[Waiting]
    undo: Undo
    check: Checksum
    head: Hash
    view: View | UnsetType = UNSET
    merge: Patch | UnsetType = UNSET
    table: Table | UnsetType = UNSET
    fairness: Fairness | UnsetType = UNSET
    clocks: Clocks | UnsetType = UNSET
    prefs: Prefs | UnsetType = UNSET
    auto: list[ByItself] | UnsetType = UNSET


class Snapshot(msgspec.Struct):
    """All there is to see now (PRO-5.3); before the start only the table."""

    mode: Literal["snapshot"]
    viewer: Seat | Literal["spectator"]
    epoch: Version
    table: Table
    server_time: Time
    presence: Presence
    chat_tail: list[Chat]
    view: View | UnsetType = UNSET
    check: Checksum | UnsetType = UNSET
    prompts: list[Prompt] | UnsetType = UNSET
    waiting_for: list[Waiting] | UnsetType = UNSET
    undo: Undo | UnsetType = UNSET
    log_tail: list[TailLine] | UnsetType = UNSET
    fairness: Fairness | UnsetType = UNSET
    clocks: Clocks | UnsetType = UNSET
    prefs: Prefs | UnsetType = UNSET
    auto: list[ByItself] | UnsetType = UNSET


class Missed(msgspec.Struct):
    """What a viewer who comes back has missed (PRO-5.2), and the clocks as they are now."""

    mode: Literal["events"]
    epoch: Version
    updates: list[Update]
    presence: Presence
    chat_tail: list[Chat]
    clocks: Clocks | UnsetType = UNSET


class LobbyTable(msgspec.Struct):
    """A table in the lobby (UX-3), with words in the language of `hello`."""

    id: TableId
    game: str
    name: str
    status: Literal["open", "running"]
    open_to: Literal["accounts", "anybody"]
    mode: Literal["untimed", "live", "turn"]
    seat_count: Annotated[int, Meta(ge=1)]
    seats: list[SeatRow]
    taken: str
    """How many seats are taken, in words."""
    tags: list[str]
    """Number of players, pace and options, in words."""
    since: Time
    """When it was opened, or has begun."""


class LobbyCounts(msgspec.Struct):
    """How many tables wait and run, and both in a sentence."""

    open: Count
    running: Count
    text: str


class LobbySnapshot(msgspec.Struct):
    """All tables in the lobby (PRO-8.3); the version counts from the start of a process, which `epoch` stands for."""

    mode: Literal["snapshot"]
    epoch: Version
    tables: list[LobbyTable]
    counts: LobbyCounts


class LobbyDelta(msgspec.Struct):
    """What has changed in the lobby since the version `from` (PRO-8.3): tables that are new or different, and what is gone."""

    from_: Version = msgspec.field(name="from")
    mode: Literal["delta"]
    epoch: Version
    tables: list[LobbyTable]
    gone: list[TableId]
    counts: LobbyCounts


class LeaderboardRow(msgspec.Struct):
    """A row of a leaderboard (RNK-3.2); who it is by name. Shares are in 1/10,000, the average rank in 1/100."""

    rank: Annotated[int, Meta(ge=1)]
    name: str
    points: int
    provisional: bool
    games: Count
    wins: Count
    draws: Count
    losses: Count
    firsts: Count
    average: Count
    win_rate: Count
    streak: int
    career: Count
    bot: bool
    change: int | UnsetType = UNSET
    """Places won since yesterday; left out for whoever was not listed then."""
    last: Time | UnsetType = UNSET
    """When the last game was over."""


class LeaderboardSnapshot(msgspec.Struct):
    """A page of a leaderboard, in order (RNK-3.5); the version counts from the start of a process, which `epoch` stands for."""

    mode: Literal["snapshot"]
    epoch: Version
    order: list[str]
    """The names on the page."""
    rows: list[LeaderboardRow]
    first: Count
    """How many come before the page."""
    total: Count


class LeaderboardDelta(msgspec.Struct):
    """What has changed on a page since the version `from`: rows that are new or different, and the order of all (RNK-3.5)."""

    from_: Version = msgspec.field(name="from")
    mode: Literal["delta"]
    epoch: Version
    order: list[str]
    rows: list[LeaderboardRow]
    first: Count
    total: Count


class TournamentSide(msgspec.Struct):
    """One side of a match of a tournament; who it is by the key of the entrant, left out as long as nobody is known."""

    ready: bool
    entrant: Count | UnsetType = UNSET
    score: int | UnsetType = UNSET
    rank: Annotated[int, Meta(ge=1)] | UnsetType = UNSET


class TournamentMatch(msgspec.Struct):
    """A match of a tournament as everybody may know it (RNK-7.12)."""

    id: Count
    name: str
    state: Literal["pending", "ready", "called", "running", "finished", "walkover", "forfeit", "double_forfeit", "cancelled"]
    sides: list[TournamentSide]
    marked: bool
    """Whether organisers have stepped in."""
    winner: Literal[0, 1] | UnsetType = UNSET
    """The side."""


TournamentState = Literal["draft", "registration", "check_in", "running", "paused", "finished", "cancelled"]


class TournamentSnapshot(msgspec.Struct):
    """Where a tournament stands, and its matches that are called or played. Its version outlives processes (RNK-7.15)."""

    mode: Literal["snapshot"]
    epoch: Version
    state: TournamentState
    matches: list[TournamentMatch]


class TournamentDelta(msgspec.Struct):
    """What has changed in a tournament since the version `from`: matches, which of them there are no more, and entrants."""

    from_: Version = msgspec.field(name="from")
    mode: Literal["delta"]
    epoch: Version
    state: TournamentState
    matches: list[TournamentMatch]
    gone: list[Count]
    players: list[Count]
    """Entrants of whom something is different."""


class Ack(msgspec.Struct):
    """What was asked is done and kept (PRO-4.7): a move by its name, and whether it had been sent before; a line of the chat."""

    move_id: str | UnsetType = UNSET
    version: Version | UnsetType = UNSET
    dup: bool | UnsetType = UNSET
    line: LineId | UnsetType = UNSET


class Error(msgspec.Struct):
    """What was asked is refused (PRO-7.4); nothing has changed."""

    code: ErrorCode
    title: str
    detail: str
    fields: Data | UnsetType = UNSET
    version: Version | UnsetType = UNSET
    retry_ms: Count | UnsetType = UNSET


class Pong(msgspec.Struct):
    """The head version of the table, and the time (PRO-7.1)."""

    n: Count
    v: Version
    server_time: Time


class Announce(msgspec.Struct):
    """A maintenance message; `restart_at`: when the server is to be restarted (PRO-6.8)."""

    detail: str
    restart_at: Time | UnsetType = UNSET


class Bye(msgspec.Struct):
    """Why the server closes now, and what the client should do (PRO-2.5)."""

    code: CloseCode
    reason: str
    detail: str
    reconnect: Literal["never", "now", "backoff"]
    after_ms: Count | UnsetType = UNSET


When = Literal["always", "maybe", "never"]


class Shape(msgspec.Struct):
    """A message type: its payload (one of these), and whether its envelope has a version (`v`) and answers something (`re`)."""

    payloads: tuple[Any, ...]
    version: When = "never"
    answers: When = "never"


SENT = {
    "sync": Shape((Snapshot, Missed), "always", "maybe"),
    "update": Shape((Update,), "always"),
    "ack": Shape((Ack,), answers="always"),
    "error": Shape((Error,), answers="maybe"),
    "pong": Shape((Pong,), answers="maybe"),
    "clock": Shape((Clocks,), "maybe"),
    "presence": Shape((Presence,), "maybe"),
    "chat": Shape((Chat,)),
    "chat_removed": Shape((ChatRemoved,)),
    "lobby": Shape((LobbySnapshot, LobbyDelta), "always", "maybe"),
    "leaderboard": Shape((LeaderboardSnapshot, LeaderboardDelta), "always", "maybe"),
    "tournament": Shape((TournamentSnapshot, TournamentDelta), "always", "maybe"),
    "announce": Shape((Announce,)),
    "bye": Shape((Bye,)),
}
"""What the server sends, by message type."""
