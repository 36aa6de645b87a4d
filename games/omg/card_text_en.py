"""The English words of card texts."""

from __future__ import annotations

from games.omg.rules.cards import Clause, Condition, Cost, MissionCondition, Per

CASES = ("nom",)
SELF = ("this user",)
BEARER = ("the bearer",)
MISSION_USER = ("the mission user",)
FOE = ("the opposing combatant",)
MINE = ("your combatant",)

AND, IF, MAY, COST, REWARD = "and", "if", "You may", "Cost", "Reward"
LIMIT = {"once_per_turn": "(once per turn)", "once_per_game": "(once per game)"}
ENEMY = 'Attach to an enemy user without an attached card; "you" means the player of the bearer.'
MISSION = {"user": "User mission.", "player": "Player mission."}
STAT = {"SA": "S and A"}
FACTION = {"seo": "SEO ", "affiliate": "affiliate ", "neutral": "neutral "}
KIND = {"black_hat": "black hat", "white_hat": "white hat", "equipment": "equipment", "ebook": "ebook"}
CARD = {
    "any": "any card",
    "website": "a website",
    "mission": "a mission",
    "user": "a user",
    "special": "a special card",
    "ebook": "an ebook",
}
VERBS = {"gets": ("gets", "get"), "is": ("is", "are")}

TIMING = {
    "any": "Any time.",
    "combat": "Combat step 4 only.",
    "opponent_attack": "During an attack by your opponent only.",
    "own_action_step": "In your own action step only.",
    "response": "As a response only.",
}
UNTIL = {
    "instant": "",
    "while_in_play": "",
    "combat": "this combat",
    "turn": "until end of turn",
    "until_next_turn": "until the start of your next turn",
    "permanent": "permanently",
}
TRIGGER = {
    "on_play": "when played",
    "on_leave": "when this card leaves the table",
    "turn_start": "at the start of your turn",
    "turn_end": "at the end of your turn",
    "opp_turn_start": "at the start of your opponent's turn",
    "on_surf": "whenever you surf",
    "on_opp_surf": "whenever your opponent surfs",
    "on_attack": "when {nom} declares an attack",
    "on_defend": "when {nom} is attacked",
    "on_hit_dealt": "when {nom} hits in combat",
    "on_hit_taken": "when {nom} is hit",
    "on_stunned": "when {nom} becomes stunned",
    "on_defeat_enemy": "when {nom} defeats a user",
    "on_defeated": "when {nom} is defeated",
    "on_player_attack": "when {nom} attacks a player successfully",
    "on_ally_defeated": "when another user of yours is defeated",
    "on_user_played": "whenever you play another user",
    "on_opp_user_played": "whenever your opponent plays a user",
    "on_special_played": "whenever you play a special card",
    "on_opp_special_played": "whenever your opponent plays a special card",
    "on_attached": "when a card is attached to this user",
    "on_mission_done": "when you complete a mission",
    "on_website_played": "when you play a website",
    "on_discard_step": "when you discard a card in your discard step",
}
SHIELD = "(a hit removes one marker instead)"
DISCARDED = "just announced; the card is discarded"
OPERATION: dict[str, str | tuple[str, str]] = {
    "modify_stat": "{nom} {gets} {stat} {change} {per} {until}",
    "swap_stats": "swap S and A of {nom} {until}",
    "draw": ("you draw one card", "you draw {n} cards"),
    "draw.both_players": "both players draw one card",
    "discard_choice": "you discard one card of choice from hand",
    "discard_random": "your opponent discards one card at random from hand",
    "mill": "your opponent puts the top {n} cards of the deck into the discard pile",
    "gain_op": "you gain {n} OP {per}",
    "lose_op.you": "you lose {n} OP",
    "lose_op.opponent": "your opponent loses {n} OP",
    "lose_op.both_players": "both players lose {n} OP",
    "steal_op": "take {n} OP from your opponent",
    "gain_ep": "you gain {n} EP",
    "lose_ep": "you lose {n} EP",
    "gain_points": "you gain {n} points, split freely into EP and OP",
    "stun": "stun {nom}",
    "unstun": "remove the stun from {nom}",
    "hit": "{nom} {is} hit at once",
    "destroy_user": "discard {nom} (no points)",
    "bounce_user": "return {nom} to the owner's hand",
    "shield": f"put {{n}} shield marker on {{nom}} {SHIELD}",
    "prevent_hit": "{nom} cannot be hit {until}",
    "auto_hit": "{nom} hits in any case {until}",
    "first_strike": "first strike: if {nom} hits, it is not hit in that combat",
    "best_tactic": "{nom} always fights with the higher of S and A",
    "cancel_attack": "cancel the current attack",
    "redirect_attack": "the current attack is redirected to {nom}",
    "set_tactic": "switch the tactic",
    "no_attack": "{nom} may not attack {until}",
    "unattackable": "{nom} cannot be attacked",
    "taunt": "eye-catcher: if your opponent attacks a user, it must be {nom}",
    "extra_actions": ("you have 1 more action this turn", "you have {n} more actions this turn"),
    "lose_actions": "your opponent has {n} fewer action in the next turn",
    "extra_attack": "you may make a second attack this turn (it costs an action)",
    "user_cost.you": "your {users} cost {n} OP less to play {until}",
    "user_cost.opponent": "your opponent's {users} cost {n} OP more to play {until}",
    "surf_bonus.you": "each surf gives you {n} more OP {until}",
    "surf_bonus.opponent": "each surf gives your opponent {n} OP less {until}",
    "hand_size.you": "your hand size (refill and limit) is {n} higher",
    "hand_size.opponent": "your opponent's hand size (refill and limit) is {n} lower",
    "special_cost": "your opponent pays {n} extra OP for each special card",
    "points_bonus": ("users defeated by {nom} give {n} more point", "users defeated by {nom} give {n} more points"),
    "deny_points": "your opponent gets no points when {nom} is defeated",
    "mission_bonus": "each mission you complete gives {n} extra points",
    "destroy_attachment": "discard the attached {kind} card of {nom}",
    "destroy_attachment.any": "discard the attached card of {nom}",
    "bounce_attachment": "return the attached card of {nom} to its owner's hand",
    "steal_attachment": "move the attached card of {nom} to a user of yours without an attached card",
    "move_attachment": "move an attached card from one of your users to another without one",
    "suppress_attachment": "the attached card of {nom} has no effect {until}",
    "destroy_website": "discard both websites",
    "destroy_mission": "discard your opponent's mission",
    "search_deck": "search your deck for {what}, reveal it, take it into your hand and shuffle",
    "recover": "take {what} from your discard pile into your hand",
    "look_top.one": "look at the top card of your deck",
    "look_top.many": "look at the top {n} cards of your deck and put them back in any order",
    "dig_top": "look at the top {n} cards of your deck, take one into your hand and put the rest on the bottom in any order",
    "reshuffle": "shuffle up to {n} cards of your choice from your discard pile into your deck",
    "reveal_hand": "look at your opponent's hand",
    "deploy": "put a user with W {n} or less from your hand into play for free",
    "counter.special": f"cancel the special card {DISCARDED}",
    "counter.website": f"cancel the website {DISCARDED}",
    "counter.user": f"cancel the user {DISCARDED}",
    "counter.attachment": f"cancel the attachment {DISCARDED}",
    "counter.ability": "cancel the ability just announced",
    "no_specials": "your opponent may not play special cards {until}",
    "immune.black_hat": "{nom} cannot be the target of black hat cards or bear them",
    "immune.special": "{nom} cannot be the target of your opponent's special cards",
    "immune.enemy_effects": "{nom} cannot be the target of your opponent's cards",
    "immune.stun_effects": "{nom} cannot be stunned by card effects",
}
PER = {
    "own_users": "user of yours",
    "own_seo": "SEO user of yours",
    "own_affiliate": "affiliate user of yours",
    "own_neutral": "neutral user of yours",
    "own_other_users": "other user of yours",
    "enemy_users": "enemy user",
    "stunned_enemies": "stunned enemy user",
    "own_attachments": "attached card on your users",
    "missions_completed": "mission you have completed",
}
CONDITION = {
    "attacking": "{nom} is attacking",
    "defending": "{nom} is defending",
    "tactic.S": "the combat uses the SEO tactic",
    "tactic.A": "the combat uses the affiliate tactic",
    "foe_stunned": "the opposing combatant is stunned",
    "foe_attachment.any": "the opposing combatant bears an attached card",
    "foe_attachment.black_hat": "the opposing combatant bears a black hat card",
    "foe_w_at_least": "the opposing combatant has W {value} or more",
    "self_stunned": "{nom} is stunned",
    "self_unstunned": "{nom} is not stunned",
    "self_no_attachment": "{nom} bears no attached card",
    "have_website": "you have a website in play",
    "opp_website": "your opponent has a website in play",
    "have_mission": "you have a mission in play",
    "opp_mission": "your opponent has a mission in play",
    "own_at_least": "you have at least {value} users in play",
    "own_exactly.1": "you have exactly one user in play",
    "opp_at_least": "your opponent has at least {value} users in play",
    "fewer_users": "you have fewer users in play than your opponent",
    "own_seo_at_least": "you have at least {value} SEO users in play",
    "own_seo_at_least.1": "you have at least one SEO user in play",
    "own_affiliate_at_least": "you have at least {value} affiliate users in play",
    "own_affiliate_at_least.1": "you have at least one affiliate user in play",
    "hand_at_most": "you have at most {value} cards in hand",
    "hand_at_least": "you have at least {value} cards in hand",
    "op_at_most": "you have at most {value} OP",
    "op_at_least": "you have at least {value} OP",
    "opp_op_at_least": "your opponent has at least {value} OP",
    "ep_behind": "you have fewer EP than your opponent",
    "ep_ahead": "you have more EP than your opponent",
    "opp_turn": "it is your opponent's turn",
}
TIMES = {1: "once", 2: "twice", 3: "3 times"}
EVENT = {
    "bearer_attacks": "the mission user attacks a user {times}",
    "bearer_defends": "the mission user defends in one combat",
    "bearer_hits": "the mission user hits {times} in combat",
    "bearer_hits_with_S": "the mission user hits {times} in combats using the SEO tactic",
    "bearer_hits_with_A": "the mission user hits {times} in combats using the affiliate tactic",
    "bearer_is_hit": "the mission user is hit {times} and stays in play",
    "bearer_unhit_combats": "the mission user comes through {n} combats without being hit",
    "bearer_defeats": "the mission user defeats {one} {faction}user{plural}{w}",
    "bearer_attacks_player": "the mission user successfully attacks a player {times}",
    "bearer_turns": "you start your turn {times} while the mission user is in play",
    "bearer_attached": "a card is attached to the mission user {times}",
    "surfs": "you surf {n} times",
    "specials_played": "you play {n} special cards",
    "websites_played": "you play {n} websites",
    "users_defeated": "{n} enemy users are defeated",
    "users_stunned": "{n} enemy users become stunned",
    "own_users_lost": "{n} of your users are defeated",
    "turns_without_attack": "you end {n} of your turns in a row without attacking",
}
STATE = {
    "op": "you have at least {n} OP",
    "users": "you have at least {n} users in play",
    "seo_users": "you have at least {n} SEO users in play",
    "affiliate_users": "you have at least {n} affiliate users in play",
    "factions": "you have users of all {n} factions in play",
    "attached_types": "your users bear cards of at least {n} different types",
    "personalities": "you have at least {n} Persönlichkeiten in play",
    "total_w": "your users have a total W of at least {n}",
}


def cost(paid: Cost) -> str:
    """What is paid."""
    parts = [f"{paid.actions} action"] if paid.actions else []
    parts += [f"{paid.op} OP"] if paid.op else []
    parts += ["discard a card from hand"] if paid.discard else []
    return ", ".join(parts + (["discard this card"] if paid.sacrifice_self else []))


def condition(asked: Condition, own: tuple[str, ...]) -> str:
    """What must hold."""
    template = CONDITION.get(f"{asked.name}.{asked.value}", CONDITION.get(asked.name, ""))
    return template.format(nom=own[0], value=asked.value)


def per(counted: Per, *, signed: bool) -> str:
    """With what an amount grows, and how far."""
    most = f"{counted.max if counted.times > 0 else -counted.max:+d}" if signed else str(counted.max)
    return f"per {PER[counted.per]} (max {most})"


def users(clause: Clause) -> str:
    """The users of a player, by faction."""
    wanted = clause.target.filter
    return f"{FACTION[wanted.faction]}users" if wanted is not None and wanted.faction else "users"


def target(clause: Clause, own: tuple[str, ...]) -> tuple[str]:
    """Whom a clause is about."""
    ref, wanted = clause.target.ref, clause.target.filter
    fixed = {"self": own, "bearer": own, "opposing_combatant": FOE, "own_combatant": MINE}.get(ref)
    if fixed is not None:
        return (fixed[0],)
    nouns, after, state = users(clause), "", ""
    if wanted is not None:
        after = f" with W {wanted.w_at_most} or less" if wanted.w_at_most is not None else ""
        after += " with an attached black hat card" if wanted.has_attachment and clause.op == "destroy_user" else ""
        state = "" if wanted.stunned is None else "stunned " if wanted.stunned else "unstunned "
    match ref:
        case "choose_two_own_users":
            return ("up to two of your users",)
        case "choose_own_user":
            return (f"one of your {state}{nouns}{after}",)
        case "choose_enemy_user":
            return (f"one enemy {state}{nouns.removesuffix('s')}{after}",)
        case "choose_any_user":
            return (f"any one {state}{nouns.removesuffix('s')}{after}",)
    if clause.op == "points_bonus":
        return (f"your {nouns}",)
    whose = {"all_own_users": "your ", "all_other_own_users": "your other ", "all_enemy_users": "enemy "}.get(ref, "")
    return (f"all {whose}{state}{nouns}{after}",)


def mission_condition(asked: MissionCondition) -> str:
    """What fulfils a mission."""
    if asked.state is not None:
        return f"At the end of your turn: {STATE[asked.state].format(n=asked.at_least)}"
    wanted = asked.filter
    faction = FACTION[wanted.faction] if wanted is not None and wanted.faction else ""
    w = f" with W {wanted.w_at_least} or more" if wanted is not None and wanted.w_at_least is not None else ""
    article = "an" if faction[:1] in "Sa" and faction else "a"
    words = EVENT[asked.event or "surfs"].format(
        n=asked.count,
        times=TIMES.get(asked.count, ""),
        one=article if asked.count == 1 else asked.count,
        plural="" if asked.count == 1 else "s",
        faction=faction,
        w=w,
    )
    return words[0].upper() + words[1:]
