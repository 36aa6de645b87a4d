"""The 350 cards as the rules need them: small ints in the order of the card file, and tables over their clauses (OMG-A)."""

from __future__ import annotations

from typing import Literal

import msgspec

from games.engine.errors import BrokenData

SLUG = "omg"
NOTHING = -1

Type = Literal["user", "equipment", "website", "mission", "white_hat", "black_hat", "ebook", "special"]
Faction = Literal["seo", "affiliate", "neutral"]
Letter = Literal["S", "A", "V", "W", "SA"]
Rarity = Literal["common", "uncommon", "rare", "legendary"]
Duration = Literal["instant", "while_in_play", "combat", "turn", "until_next_turn", "permanent"]
Timing = Literal["any", "combat", "opponent_attack", "own_action_step", "response"]

ATTACHABLE = ("equipment", "white_hat", "black_hat", "ebook")
FACTIONS: tuple[Faction, ...] = ("seo", "affiliate", "neutral")
LETTERS = "SAVW"

TriggerName = Literal[
    "static", "on_play", "on_leave", "turn_start", "turn_end", "opp_turn_start", "on_surf", "on_opp_surf", "on_attack",
    "on_defend", "on_hit_dealt", "on_hit_taken", "on_stunned", "on_defeat_enemy", "on_defeated", "on_player_attack",
    "on_ally_defeated", "on_user_played", "on_opp_user_played", "on_special_played", "on_opp_special_played", "on_attached",
    "on_mission_done", "on_website_played", "on_discard_step", "activate", "resolve", "mission_reward",
]  # fmt: skip

ConditionName = Literal[
    "attacking", "defending", "tactic", "foe_faction", "foe_stunned", "foe_attachment", "foe_w_at_least", "self_stunned",
    "self_unstunned", "self_no_attachment", "self_attachment", "have_website", "opp_website", "have_mission", "opp_mission",
    "own_at_least", "own_exactly", "opp_at_least", "fewer_users", "own_seo_at_least", "own_affiliate_at_least",
    "own_neutral_at_least", "stunned_enemy", "have_personality", "hand_at_most", "hand_at_least", "op_at_most", "op_at_least",
    "opp_op_at_least", "ep_behind", "ep_ahead", "discard_at_least", "own_turn", "opp_turn",
]  # fmt: skip

Ref = Literal[
    "self", "bearer", "you", "opponent", "both_players", "opposing_combatant", "own_combatant", "choose_own_user",
    "choose_enemy_user", "choose_any_user", "choose_two_own_users", "all_own_users", "all_other_own_users", "all_enemy_users",
    "all_users", "announcement", "running_attack",
]  # fmt: skip

Count = Literal[
    "own_users", "own_seo", "own_affiliate", "own_neutral", "own_other_users", "enemy_users", "stunned_enemies",
    "own_attachments", "missions_completed",
]  # fmt: skip

Op = Literal[
    "modify_stat", "swap_stats", "set_stat", "draw", "discard_choice", "discard_random", "mill", "gain_op", "lose_op",
    "steal_op", "give_op", "gain_ep", "lose_ep", "gain_points", "stun", "unstun", "hit", "destroy_user", "bounce_user", "shield",
    "prevent_hit", "auto_hit", "first_strike", "best_tactic", "cancel_attack", "redirect_attack", "set_tactic", "no_attack",
    "unattackable", "taunt", "extra_actions", "lose_actions", "extra_attack", "user_cost", "surf_bonus", "hand_size",
    "special_cost", "points_bonus", "deny_points", "mission_bonus", "destroy_attachment", "bounce_attachment",
    "steal_attachment", "move_attachment", "suppress_attachment", "destroy_website", "destroy_mission", "search_deck", "recover",
    "look_top", "dig_top", "reshuffle", "reveal_hand", "deploy", "counter", "no_specials", "immune",
]  # fmt: skip

CHOOSING = ("choose_own_user", "choose_enemy_user", "choose_any_user", "choose_two_own_users")
COMBAT_CONDITIONS = ("attacking", "defending", "tactic", "foe_faction", "foe_stunned", "foe_attachment", "foe_w_at_least")

MissionEvent = Literal[
    "bearer_attacks", "bearer_defends", "bearer_hits", "bearer_hits_with_S", "bearer_hits_with_A", "bearer_is_hit",
    "bearer_unhit_combats", "bearer_defeats", "bearer_attacks_player", "bearer_turns", "bearer_attached", "surfs",
    "specials_played", "websites_played", "users_defeated", "users_stunned", "own_users_lost", "turns_without_attack",
]  # fmt: skip

MissionState = Literal["op", "users", "seo_users", "affiliate_users", "factions", "attached_types", "personalities", "total_w"]


class Filter(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Which users a clause reaches; what is not named does not matter."""

    faction: Faction | None = None
    stunned: bool | None = None
    w_at_most: int | None = None
    w_at_least: int | None = None
    has_attachment: str | None = None
    personality: bool | None = None


class Target(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Whom a clause is about."""

    ref: Ref
    filter: Filter | None = None


class Condition(msgspec.Struct, frozen=True, rename={"name": "is"}, forbid_unknown_fields=True):
    """What must hold for a clause to count."""

    name: ConditionName
    value: int | str | None = None


class Per(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An amount that grows with what is counted: `times` for each, capped at `max` in absolute size."""

    per: Count
    times: int
    max: int


class Cost(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What using an ability, or playing a card, costs."""

    actions: int
    op: int
    discard: int = 0
    sacrifice_self: bool = False


class Clause(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One clause of an effect."""

    trigger: TriggerName
    op: Op
    target: Target
    duration: Duration
    condition: tuple[Condition, ...] = ()
    amount: int | Per = 0
    stat: Letter = "SA"
    what: str = "any"
    value: str = ""
    cost: Cost | None = None
    limit: Literal["", "once_per_turn", "once_per_game"] = ""
    optional: bool = False


class MissionCondition(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What fulfils a mission: so many events, or a state at the end of the controller's turn."""

    kind: Literal["event", "state"]
    event: MissionEvent | None = None
    count: int = 0
    filter: Filter | None = None
    state: MissionState | None = None
    at_least: int = 0
    checked: str = ""


class Mission(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The mission part of a mission card."""

    assigned_to: Literal["user", "player"]
    condition: MissionCondition
    reward: tuple[Clause, ...]


class CardData(msgspec.Struct, frozen=True):
    """One entry of the card file."""

    id: str
    set: Literal["base", "seocalypse"]
    type: Type
    rarity: Rarity
    cost: Cost
    effect: tuple[Clause, ...]
    faction: Faction | None = None
    persoenlichkeit: bool = False
    stats: dict[str, int] | None = None
    timing: Timing | None = None
    attach_to: Literal["own", "enemy"] = "own"
    mission: Mission | None = None
    power: int = 0
    ability_value: int = 0
    text_de: str = ""
    text_en: str = ""


class Copies(msgspec.Struct, frozen=True):
    """A card of a starter deck."""

    card: str
    count: int


class StarterDeck(msgspec.Struct, frozen=True):
    """A deck that comes with the game."""

    id: str
    cards: list[Copies]


class Source(msgspec.Struct, frozen=True):
    """Which cards a slot of a booster is filled from."""

    set: Literal["base", "seocalypse", "any"]
    rarity: Rarity


class Weighted(msgspec.Struct, frozen=True, rename={"source": "from"}):
    """One of several sources, and how often it is taken."""

    weight: int
    source: Source


class Slots(msgspec.Struct, frozen=True, rename={"source": "from"}):
    """Slots of a booster that are filled alike (OMG-16.2)."""

    slots: str
    pick: int
    source: Source | None = None
    weighted: tuple[Weighted, ...] = ()


class BoosterData(msgspec.Struct, frozen=True):
    """What a booster holds."""

    size: int
    slots: tuple[Slots, ...]


class FileMeta(msgspec.Struct, frozen=True):
    """What the card file says of decks."""

    max_copies: int
    deck_size: int


class FileData(msgspec.Struct, frozen=True):
    """What the rules read of the card file."""

    meta: FileMeta
    cards: list[CardData]
    starter_decks: list[StarterDeck]
    boosters: dict[str, BoosterData] = {}


class Cards:
    """The cards of one card file. Lists are indexed by card.

    Raises `BrokenData` if the file does not hold what the rules need, such as an operation they do not know.
    """

    def __init__(self, data: bytes) -> None:
        try:
            file = msgspec.json.decode(data, type=FileData)
        except msgspec.DecodeError as error:
            raise BrokenData("cards", str(error)) from error
        self.data = file.cards
        self.most, self.size = file.meta.max_copies, file.meta.deck_size
        self.names = [card.id for card in self.data]
        self.ids = [f"{SLUG}.{name}" for name in self.names]
        self.by_name = {name: number for number, name in enumerate(self.names)}
        self.type: list[Type] = [card.type for card in self.data]
        self.is_user = [card.type == "user" for card in self.data]
        self.faction = [card.faction or "" for card in self.data]
        self.personality = [card.persoenlichkeit for card in self.data]
        self.stats = [[(card.stats or {}).get(letter, 0) for letter in LETTERS] for card in self.data]
        self.rarity = {card.id: card.rarity for card in self.data}
        self.boosters = {name.removeprefix("booster-"): booster for name, booster in file.boosters.items()}
        """By kind: `base` and `seocalypse`."""
        self.w = [stats[3] for stats in self.stats]
        self.timing = [card.timing or "" for card in self.data]
        self.mission = [card.mission for card in self.data]
        self.clauses: list[tuple[Clause, ...]] = [
            card.effect + (card.mission.reward if card.mission else ()) for card in self.data
        ]
        self.on: list[dict[str, tuple[int, ...]]] = [_by_trigger(clauses) for clauses in self.clauses]
        """By trigger: which clauses of a card it sets off."""
        static: dict[str, None] = {
            clause.op: None for clauses in self.clauses for clause in clauses if clause.trigger == "static"
        }
        self.static: dict[str, list[tuple[Clause, ...]]] = {
            op: [_static(clauses, op) for clauses in self.clauses] for op in static
        }
        """By operation, then by card: the static clauses; no entry for operations that none has."""
        self.starters = {deck.id: {entry.card: entry.count for entry in deck.cards} for deck in file.starter_decks}
        self._check()

    def ids_of(self, cards: list[int]) -> list[str]:
        """The ids of cards on the wire."""
        ids = self.ids
        return [ids[card] for card in cards]

    def _check(self) -> None:
        """What one entry must have because of another."""
        for card in self.data:
            if (card.type == "user") != (card.stats is not None and sorted(card.stats) == sorted(LETTERS)):
                raise BrokenData("cards", f"{card.id}: users, and only they, have S, A, V and W")
            if (card.type == "special") != (card.timing is not None) or (card.type == "mission") != (card.mission is not None):
                raise BrokenData("cards", f"{card.id}: a {card.type} card lacks its timing or mission, or has one too many")
            for clause in (*card.effect, *(card.mission.reward if card.mission else ())):
                if (clause.trigger == "activate") != (clause.cost is not None):
                    raise BrokenData("cards", f"{card.id}: abilities, and only they, have a cost")
        for name, booster in self.boosters.items():
            if sum(slots.pick for slots in booster.slots) != booster.size or any(
                (slots.source is None) == (not slots.weighted) for slots in booster.slots
            ):
                raise BrokenData("cards", f"booster {name}: slots that do not fill it, or that are filled from nowhere")
        unknown = [name for deck in self.starters.values() for name in deck if name not in self.by_name]
        if unknown:
            raise BrokenData("cards", f"starter decks hold {unknown[0]}, which is not a card")


def _by_trigger(clauses: tuple[Clause, ...]) -> dict[str, tuple[int, ...]]:
    names = dict.fromkeys(clause.trigger for clause in clauses if clause.trigger != "static")
    return {name: tuple(i for i, clause in enumerate(clauses) if clause.trigger == name) for name in names}


def _static(clauses: tuple[Clause, ...], op: str) -> tuple[Clause, ...]:
    return tuple(clause for clause in clauses if clause.trigger == "static" and clause.op == op)
