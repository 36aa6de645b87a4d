"""The German words of card texts."""

from __future__ import annotations

from games.omg.rules.cards import Clause, Condition, Cost, MissionCondition, Per

CASES = ("nom", "dat", "acc")
SELF = ("dieser User", "diesem User", "diesen User")
BEARER = ("der Träger", "dem Träger", "den Träger")
MISSION_USER = ("der Missions-User", "dem Missions-User", "den Missions-User")
FOE = ("der gegnerische Kämpfer", "dem gegnerischen Kämpfer", "den gegnerischen Kämpfer")
MINE = ("dein Kämpfer", "deinem Kämpfer", "deinen Kämpfer")

AND, IF, MAY, COST, REWARD = "und", "falls", "Du darfst", "Kosten", "Belohnung"
LIMIT = {"once_per_turn": "(einmal pro Runde)", "once_per_game": "(einmal pro Spiel)"}
ENEMY = "Wird einem gegnerischen User ohne zugeordnete Karte zugeordnet; „du“ meint den Spieler des Trägers."
MISSION = {"user": "User-Mission.", "player": "Spieler-Mission."}
STAT = {"SA": "S und A"}
FACTION = {"seo": "SEO-", "affiliate": "Affiliate-", "neutral": "neutrale "}
KIND = {"black_hat": "Black Hat", "white_hat": "White Hat", "equipment": "Ausrüstung", "ebook": "Ebook"}
CARD = {
    "any": "eine beliebige Karte",
    "website": "eine Webseite",
    "mission": "eine Mission",
    "user": "einen User",
    "special": "eine Spezialkarte",
    "ebook": "ein Ebook",
}
VERBS = {"gets": ("erhält", "erhalten"), "can": ("kann", "können"), "is": ("wird", "werden")}

TIMING = {
    "any": "Jederzeit.",
    "combat": "Nur in Kampfschritt 4.",
    "opponent_attack": "Nur während eines gegnerischen Angriffs.",
    "own_action_step": "Nur im eigenen Aktionsschritt.",
    "response": "Nur als Reaktion.",
}
UNTIL = {
    "instant": "",
    "while_in_play": "",
    "combat": "in diesem Kampf",
    "turn": "bis zum Ende dieser Runde",
    "until_next_turn": "bis zum Beginn deiner nächsten Runde",
    "permanent": "dauerhaft",
}
TRIGGER = {
    "on_play": "beim Ausspielen",
    "on_leave": "wenn diese Karte den Tisch verlässt",
    "turn_start": "zu Beginn deiner Runde",
    "turn_end": "am Ende deiner Runde",
    "opp_turn_start": "zu Beginn der gegnerischen Runde",
    "on_surf": "immer wenn du surfst",
    "on_opp_surf": "immer wenn dein Gegner surft",
    "on_attack": "wenn {nom} einen Angriff beginnt",
    "on_defend": "wenn {nom} angegriffen wird",
    "on_hit_dealt": "wenn {nom} im Kampf trifft",
    "on_hit_taken": "wenn {nom} getroffen wird",
    "on_stunned": "wenn {nom} betäubt wird",
    "on_defeat_enemy": "wenn {nom} einen User besiegt",
    "on_defeated": "wenn {nom} besiegt wird",
    "on_player_attack": "wenn {nom} einen Spieler erfolgreich angreift",
    "on_ally_defeated": "wenn ein anderer eigener User besiegt wird",
    "on_user_played": "immer wenn du einen weiteren User ausspielst",
    "on_opp_user_played": "immer wenn dein Gegner einen User ausspielt",
    "on_special_played": "immer wenn du eine Spezialkarte ausspielst",
    "on_opp_special_played": "immer wenn dein Gegner eine Spezialkarte ausspielt",
    "on_attached": "wenn diesem User eine Karte zugeordnet wird",
    "on_mission_done": "wenn du eine Mission erfüllst",
    "on_website_played": "wenn du eine Webseite ausspielst",
    "on_discard_step": "wenn du im Ablageschritt eine Karte ablegst",
}
SHIELD = "(ein Treffer entfernt einen Marker, statt zu wirken)"
TOP = "deines Nachschubstapels"
OPERATION: dict[str, str | tuple[str, str]] = {
    "modify_stat": "{nom} {gets} {stat} {change} {per} {until}",
    "swap_stats": "tausche {until} S und A von {dat}",
    "draw": ("du ziehst eine Karte", "du ziehst {n} Karten"),
    "draw.both_players": "beide Spieler ziehen eine Karte",
    "discard_choice": "du legst eine Karte nach Wahl aus der Hand ab",
    "discard_random": "dein Gegner legt eine Karte zufällig aus der Hand ab",
    "mill": "dein Gegner legt die obersten {n} Karten des Nachschubstapels ab",
    "gain_op": "du erhältst {n} OP {per}",
    "lose_op.you": "du verlierst {n} OP",
    "lose_op.opponent": "dein Gegner verliert {n} OP",
    "lose_op.both_players": "beide Spieler verlieren {n} OP",
    "steal_op": "nimm deinem Gegner {n} OP ab und behalte sie",
    "gain_ep": "du erhältst {n} EP",
    "lose_ep": "du verlierst {n} EP",
    "gain_points": "du erhältst {n} Punkte, frei aufteilbar auf EP und OP",
    "stun": "betäube {acc}",
    "unstun": "hebe die Betäubung von {dat} auf",
    "hit": "{nom} {is} sofort getroffen",
    "destroy_user": "lege {acc} ab (keine Punkte)",
    "bounce_user": "nimm {acc} auf die Hand des Besitzers zurück",
    "shield": f"lege {{n}} Schutzmarker auf {{acc}} {SHIELD}",
    "prevent_hit": "{nom} kann {until} nicht getroffen werden",
    "auto_hit": "{nom} trifft {until} in jedem Fall",
    "first_strike": "Erstschlag: wenn {nom} trifft, wird er in diesem Kampf nicht getroffen",
    "best_tactic": "{nom} kämpft immer mit dem höheren Wert aus S und A",
    "cancel_attack": "brich den laufenden Angriff ab",
    "redirect_attack": "der laufende Angriff gilt stattdessen {dat}",
    "set_tactic": "wechsle die Kampftaktik",
    "no_attack": "{nom} darf {until} nicht angreifen",
    "unattackable": "{nom} kann nicht angegriffen werden",
    "taunt": "Blickfang: dein Gegner muss {acc} angreifen, wenn er einen User angreift",
    "extra_actions": ("du hast in dieser Runde 1 Aktion mehr", "du hast in dieser Runde {n} Aktionen mehr"),
    "lose_actions": "dein Gegner hat in seiner nächsten Runde {n} Aktion weniger",
    "extra_attack": "du darfst in dieser Runde einen zweiten Angriff ausführen (er kostet eine Aktion)",
    "user_cost.you": "deine {users} kosten beim Ausspielen {n} OP weniger {until}",
    "user_cost.opponent": "{users} deines Gegners kosten beim Ausspielen {n} OP mehr {until}",
    "surf_bonus.you": "jedes Surfen bringt dir {until} {n} OP mehr",
    "surf_bonus.opponent": "jedes Surfen bringt deinem Gegner {until} {n} OP weniger",
    "hand_size.you": "dein Handkartenlimit (Auffüllen und Ablegen) steigt um {n}",
    "hand_size.opponent": "das Handkartenlimit deines Gegners (Auffüllen und Ablegen) sinkt um {n}",
    "special_cost": "dein Gegner muss für jede Spezialkarte {n} OP zusätzlich zahlen",
    "points_bonus": ("von {dat} besiegte User bringen {n} Punkt mehr", "von {dat} besiegte User bringen {n} Punkte mehr"),
    "deny_points": "dein Gegner erhält keine Punkte, wenn {nom} besiegt wird",
    "mission_bonus": "für jede erfüllte Mission erhältst du {n} Punkte zusätzlich",
    "destroy_attachment": "lege die zugeordnete Karte vom Typ {kind} von {dat} ab",
    "destroy_attachment.any": "lege die zugeordnete Karte von {dat} ab",
    "bounce_attachment": "nimm die zugeordnete Karte von {dat} auf die Hand des Besitzers zurück",
    "steal_attachment": "ordne die zugeordnete Karte von {dat} einem eigenen User ohne zugeordnete Karte zu",
    "move_attachment": "verschiebe eine zugeordnete Karte zwischen zwei eigenen Usern",
    "suppress_attachment": "die zugeordnete Karte von {dat} ist {until} wirkungslos",
    "destroy_website": "lege beide Webseiten ab",
    "destroy_mission": "lege die Mission deines Gegners ab",
    "search_deck": "suche {what} aus deinem Nachschubstapel, zeige die Karte vor und nimm sie auf die Hand; mische danach",
    "recover": "nimm {what} aus deinem Ablagestapel auf die Hand",
    "look_top.one": f"sieh dir die oberste Karte {TOP} an",
    "look_top.many": f"sieh dir die obersten {{n}} Karten {TOP} an und lege sie in beliebiger Reihenfolge zurück",
    "dig_top": f"sieh dir die obersten {{n}} Karten {TOP} an, nimm eine auf die Hand und lege den Rest in beliebiger "
    "Reihenfolge darunter",
    "reshuffle": "mische bis zu {n} Karten deiner Wahl aus deinem Ablagestapel in deinen Nachschubstapel",
    "reveal_hand": "sieh dir die Handkarten deines Gegners an",
    "deploy": "bringe einen User mit W höchstens {n} kostenlos aus deiner Hand ins Spiel",
    "counter.special": "verhindere die gerade angesagte Spezialkarte; die Karte wird abgelegt",
    "counter.website": "verhindere die gerade angesagte Webseite; die Karte wird abgelegt",
    "counter.user": "verhindere das gerade angesagte Ausspielen eines Users; die Karte wird abgelegt",
    "counter.attachment": "verhindere das gerade angesagte Zuordnen einer Karte; die Karte wird abgelegt",
    "counter.ability": "verhindere die gerade angesagte Fähigkeit",
    "no_specials": "dein Gegner darf {until} keine Spezialkarten ausspielen",
    "immune.black_hat": "{nom} {can} nicht das Ziel von Black-Hat-Karten sein und keine tragen",
    "immune.special": "{nom} {can} nicht das Ziel gegnerischer Spezialkarten sein",
    "immune.enemy_effects": "{nom} {can} nicht das Ziel gegnerischer Karten sein",
    "immune.stun_effects": "{nom} {can} nicht durch Karteneffekte betäubt werden",
}
PER = {
    "own_users": "eigenem User",
    "own_seo": "eigenem SEO-User",
    "own_affiliate": "eigenem Affiliate-User",
    "own_neutral": "eigenem neutralen User",
    "own_other_users": "anderem eigenen User",
    "enemy_users": "gegnerischem User",
    "stunned_enemies": "betäubtem gegnerischen User",
    "own_attachments": "eigener zugeordneter Karte",
    "missions_completed": "von dir erfüllter Mission",
}
CONDITION = {
    "attacking": "{nom} angreift",
    "defending": "{nom} verteidigt",
    "tactic.S": "mit SEO-Taktik gekämpft wird",
    "tactic.A": "mit Affiliate-Taktik gekämpft wird",
    "foe_stunned": "der gegnerische Kämpfer betäubt ist",
    "foe_attachment.any": "der gegnerische Kämpfer eine zugeordnete Karte trägt",
    "foe_attachment.black_hat": "der gegnerische Kämpfer eine Black-Hat-Karte trägt",
    "foe_w_at_least": "der gegnerische Kämpfer W {value} oder mehr hat",
    "self_stunned": "{nom} betäubt ist",
    "self_unstunned": "{nom} nicht betäubt ist",
    "self_no_attachment": "{nom} keine zugeordnete Karte trägt",
    "have_website": "du eine Webseite im Spiel hast",
    "opp_website": "dein Gegner eine Webseite im Spiel hat",
    "have_mission": "du eine Mission im Spiel hast",
    "opp_mission": "dein Gegner eine Mission im Spiel hat",
    "own_at_least": "du mindestens {value} User im Spiel hast",
    "own_exactly": "du genau {value} User im Spiel hast",
    "opp_at_least": "dein Gegner mindestens {value} User im Spiel hat",
    "fewer_users": "du weniger User im Spiel hast als dein Gegner",
    "own_seo_at_least": "du mindestens {value} SEO-User im Spiel hast",
    "own_affiliate_at_least": "du mindestens {value} Affiliate-User im Spiel hast",
    "hand_at_most": "du höchstens {value} Handkarten hast",
    "hand_at_least": "du mindestens {value} Handkarten hast",
    "op_at_most": "du höchstens {value} OP hast",
    "op_at_least": "du mindestens {value} OP hast",
    "opp_op_at_least": "dein Gegner mindestens {value} OP hat",
    "ep_behind": "du weniger EP hast als dein Gegner",
    "ep_ahead": "du mehr EP hast als dein Gegner",
    "opp_turn": "dein Gegner am Zug ist",
}
TIMES = {1: "einmal", 2: "zweimal", 3: "dreimal"}
EVENT = {
    "bearer_attacks": "der Missions-User greift {times} einen User an",
    "bearer_defends": "der Missions-User verteidigt sich in einem Kampf",
    "bearer_hits": "der Missions-User trifft {times} im Kampf",
    "bearer_hits_with_S": "der Missions-User trifft {times} in Kämpfen mit SEO-Taktik",
    "bearer_hits_with_A": "der Missions-User trifft {times} in Kämpfen mit Affiliate-Taktik",
    "bearer_is_hit": "der Missions-User wird {times} getroffen und bleibt im Spiel",
    "bearer_unhit_combats": "der Missions-User übersteht {n} Kämpfe, ohne getroffen zu werden",
    "bearer_defeats": "der Missions-User besiegt {one} {faction}User{w}",
    "bearer_attacks_player": "der Missions-User greift {times} erfolgreich einen Spieler an",
    "bearer_turns": "du beginnst {times} deine Runde, während der Missions-User im Spiel ist",
    "bearer_attached": "dem Missions-User wird {times} eine Karte zugeordnet",
    "surfs": "du surfst {n}-mal",
    "specials_played": "du spielst {n} Spezialkarten aus",
    "websites_played": "du spielst {n} Webseiten aus",
    "users_defeated": "{n} gegnerische User werden besiegt",
    "users_stunned": "{n} gegnerische User werden betäubt",
    "own_users_lost": "{n} deiner User werden besiegt",
    "turns_without_attack": "du beendest {n} eigene Runden in Folge ohne Angriff",
}
STATE = {
    "op": "du hast mindestens {n} OP",
    "users": "du hast mindestens {n} User im Spiel",
    "seo_users": "du hast mindestens {n} SEO-User im Spiel",
    "affiliate_users": "du hast mindestens {n} Affiliate-User im Spiel",
    "factions": "du hast User aus allen {n} Fraktionen im Spiel",
    "attached_types": "deine User tragen Karten von mindestens {n} verschiedenen Typen",
    "personalities": "du hast mindestens {n} Persönlichkeiten im Spiel",
    "total_w": "deine User haben zusammen mindestens W {n}",
}


def cost(paid: Cost) -> str:
    """What is paid."""
    parts = [f"{paid.actions} Aktion"] if paid.actions else []
    parts += [f"{paid.op} OP"] if paid.op else []
    parts += ["eine Handkarte ablegen"] if paid.discard else []
    return ", ".join(parts + (["diese Karte ablegen"] if paid.sacrifice_self else []))


def condition(asked: Condition, own: tuple[str, ...]) -> str:
    """What must hold, with the verb at the end."""
    value: object = asked.value
    if asked.name.startswith("own_") and value == 1:
        value = "einen"
        return CONDITION[asked.name].format(nom=own[0], value=value)
    template = CONDITION.get(f"{asked.name}.{value}", CONDITION.get(asked.name, ""))
    return template.format(nom=own[0], value=value)


def per(counted: Per, *, signed: bool) -> str:
    """With what an amount grows, and how far."""
    most = f"{counted.max if counted.times > 0 else -counted.max:+d}" if signed else str(counted.max)
    return f"pro {PER[counted.per]} (höchstens {most})"


def users(clause: Clause) -> str:
    """The users of a player, by faction."""
    wanted = clause.target.filter
    return f"{FACTION[wanted.faction]}User" if wanted is not None and wanted.faction else "User"


def target(clause: Clause, own: tuple[str, ...]) -> tuple[str, str, str]:
    """Whom a clause is about, by case."""
    ref, wanted = clause.target.ref, clause.target.filter
    fixed = {"self": own, "bearer": own, "opposing_combatant": FOE, "own_combatant": MINE}.get(ref)
    if fixed is not None:
        return fixed[0], fixed[1], fixed[2]
    noun, after, state = users(clause), "", ""
    if wanted is not None:
        after = f" mit W höchstens {wanted.w_at_most}" if wanted.w_at_most is not None else ""
        after += " mit zugeordneter Karte vom Typ Black Hat" if wanted.has_attachment and clause.op == "destroy_user" else ""
        state = "" if wanted.stunned is None else "betäubten " if wanted.stunned else "unbetäubten "
    if ref == "choose_two_own_users":
        return ("bis zu zwei eigene User",) * 3
    if ref.startswith("choose_"):
        whose = {"choose_own_user": "eigene", "choose_enemy_user": "gegnerische", "choose_any_user": "beliebige"}[ref]
        tail = f"{state}{noun}{after}"
        return f"ein {whose}r {tail}", f"einem {whose}n {tail}", f"einen {whose}n {tail}"
    if clause.op == "points_bonus":
        return ("", f"deinen {noun}n", "")
    whose = {"all_own_users": "eigenen ", "all_other_own_users": "anderen eigenen ", "all_enemy_users": "gegnerischen "}.get(
        ref, ""
    )
    return f"alle {whose}{state}{noun}{after}", f"allen {whose}{state}{noun}n{after}", f"alle {whose}{state}{noun}{after}"


def mission_condition(asked: MissionCondition) -> str:
    """What fulfils a mission."""
    if asked.state is not None:
        return f"Am Ende deiner Runde: {STATE[asked.state].format(n=asked.at_least)}"
    wanted = asked.filter
    faction = FACTION[wanted.faction] if wanted is not None and wanted.faction else ""
    w = f" mit W mindestens {wanted.w_at_least}" if wanted is not None and wanted.w_at_least is not None else ""
    one = "einen" if asked.count == 1 else str(asked.count)
    words = EVENT[asked.event or "surfs"].format(n=asked.count, times=TIMES.get(asked.count, ""), one=one, faction=faction, w=w)
    return words[0].upper() + words[1:]
