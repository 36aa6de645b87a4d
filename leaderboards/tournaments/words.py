"""Tournaments in words: why something is refused, and what things are called (RNK-7, UX-10.1)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from leaderboards.tournaments.plan import Wrong
from leaderboards.tournaments.refusals import Refused

REFUSALS: Mapping[str, Any] = {
    # who may
    "wrong_role": _("Das darf hier nur, wer dafür eingeteilt ist."),
    "own_match": _("Du spielst hier selbst mit. Darüber entscheidet jemand anders aus der Leitung oder dem Schiedsgericht."),
    "second_factor": _("Für gewertete Turniere brauchst du einen zweiten Faktor für dein Konto."),
    "guest": _("Dafür brauchst du ein Konto. Als Gast kannst du dein Konto jederzeit behalten."),
    "role": _("Diese Aufgabe lässt sich so nicht vergeben."),
    # people
    "no_such_user": _("Ein Konto mit dem Namen „%(name)s“ gibt es nicht."),
    "no_such_entrant": _("Diese Teilnahme gibt es hier nicht."),
    "no_such_bot": _("Einen Bot „%(bot)s“ gibt es in diesem Spiel nicht."),
    "in_already": _("Du bist schon angemeldet."),
    "in_already_named": _("%(name)s ist schon angemeldet."),
    "in_a_team": _("Du bist schon in einem Team dieses Turniers."),
    "member_taken": _("%(name)s ist schon in einem anderen Team."),
    "team_size": _("Ein Team hat mindestens %(least)s und höchstens %(most)s Mitglieder, alle verschieden."),
    "team_too_small": _("Im Team „%(name)s“ haben noch nicht genug Mitglieder zugesagt."),
    "teams_enter_themselves": _("Teams melden sich selbst an: Ihre Mitglieder müssen zusagen."),
    "not_asked": _("Hier wartet niemand mehr auf eine Zusage."),
    "not_in": _("Dazu musst du an diesem Turnier teilnehmen."),
    "gone_already": _("Wer das ist, ist schon nicht mehr dabei."),
    "come_back_instead": _("Du warst schon dabei. Du kannst zurückkommen, statt dich neu anzumelden."),
    "has_played": _("%(name)s hat schon eine Partie begonnen."),
    "not_in_this_stage": _("In diesem Abschnitt ist das nicht mehr möglich."),
    "not_in_this_format": _("In dieser Turnierart geht das nicht."),
    # entering
    "not_open": _("Die Anmeldung ist nicht offen."),
    "password": _("Das Kennwort stimmt nicht."),
    "not_invited": _("Dieses Turnier ist nur für Eingeladene."),
    "too_few_games": _("Dafür brauchst du %(least)s gewertete Partien, bisher sind es %(games)s."),
    "points_too_low": _("Dafür brauchst du mindestens %(least)s Punkte, du hast %(points)s."),
    "points_too_high": _("Hier spielt mit, wer höchstens %(most)s Punkte hat, du hast %(points)s."),
    "reputation": _("Hier muss man %(least)s Prozent seiner Partien zu Ende gespielt haben, bei dir sind es %(share)s."),
    "linked": _("Mit einem Konto, das zu deinem gehört, nimmt hier schon jemand teil."),
    "linked_named": _("%(name)s kann hier nicht mitspielen: Ein Konto, das dazugehört, nimmt schon teil."),
    "too_many_bots": _("So viele Bots haben nicht Platz: Frei sind noch %(free)s. Gib eine Zahl von 1 bis dahin an."),
    "full": _("Alle Plätze sind vergeben: Es gibt %(limit)s."),
    "too_late": _("Dafür ist es zu spät."),
    "deck": _("Mit diesem Deck geht es nicht: %(text)s"),
    "building": _("Es wird noch gebaut. Spätestens in %(minutes)s Minuten geht es los."),
    "no_packs": _("Diesen Booster gibt es hier nicht."),
    "pack_kept": _("Du hast schon einen anderen behalten."),
    "not_over": _("Das geht erst, wenn das Turnier vorbei ist."),
    "decks_locked": _("Das Turnier läuft, die Decks stehen fest."),
    "no_check_in": _("Im Augenblick wird nicht geprüft, wer da ist."),
    "bye_used": _("Einmal spielfrei hast du dir schon gewünscht."),
    "bye_too_late": _("In den letzten beiden Runden gibt es kein Spielfrei auf Wunsch mehr."),
    "line_up": _("In der Aufstellung muss jedes Mitglied genau einmal stehen."),
    "line_up_sealed": _("Die Runde ist aufgerufen, die Aufstellung steht fest."),
    # seeds
    "seeds_unknown": _("Die Setzliste nennt jemanden doppelt oder jemanden, der nicht angemeldet ist."),
    "csv_empty": _("Die Liste ist leer."),
    "csv_short": _("Zeile %(line)s hat keine Spalte mit dem Namen."),
    "csv_unknown": _("Zeile %(line)s: „%(name)s“ ist nicht angemeldet."),
    "csv_twice": _("Zeile %(line)s: „%(name)s“ steht weiter oben schon."),
    "csv_large": _("Die Datei ist zu groß."),
    "csv_unreadable": _("Die Datei ist kein Text in UTF-8."),
    "seed_number": _("„%(value)s“ ist kein Setzplatz: Es muss eine ganze Zahl ab 1 sein."),
    "seed_twice": _("Den Setzplatz %(number)s gibt es zweimal."),
    # settings
    "plan": _("So kann das Turnier nicht gespielt werden: %(problems)s"),
    "locked": _("Das Turnier hat begonnen: Jetzt lassen sich nur noch Namen und Texte ändern."),
    "entrants_there": _("Es ist schon jemand angemeldet."),
    "not_a_draft": _("Löschen lässt sich nur ein Entwurf, für den niemand angemeldet ist."),
    "import": _("Das ist keine Turnierdatei, die sich einlesen lässt (%(problem)s)."),
    "table_rules": _("Diese Tischregeln gehen nicht: %(problem)s"),
    # states
    "no_such_move": _("Das geht in diesem Stand nicht: Das Turnier steht auf „%(source)s“."),
    "not_timed": _("Das geschieht nicht von selbst."),
    "no_reason": _("Bitte nenne einen Grund."),
    "no_name": _("Das Turnier hat noch keinen Namen."),
    "no_game": _("Es fehlt das Spiel."),
    "no_format": _("Es fehlt die Turnierart."),
    "bad_times": _("Die Zeiten passen nicht: Die Anmeldung muss vor dem Beginn liegen."),
    "check_in_configured": _("Vor dem Beginn wird geprüft, wer da ist. Öffne zuerst diese Prüfung."),
    "check_in_not_configured": _("Für dieses Turnier ist nicht eingestellt, dass geprüft wird, wer da ist."),
    "too_few_entrants": _("Es sind zu wenige: Für diese Turnierart müssen es mindestens %(least)s sein."),
    "open_matches": _("Es sind noch nicht alle Begegnungen gespielt."),
    "begun": _("Das geht nur, solange das Turnier nicht begonnen hat."),
    "not_begun": _("Das Turnier hat noch nicht begonnen."),
    "not_running": _("Das Turnier läuft im Augenblick nicht."),
    "over": _("Das Turnier ist vorbei."),
    "paused": _("Das Turnier ist unterbrochen. Es geht bald weiter."),
    # matches
    "no_such_match": _("Diese Begegnung gibt es hier nicht."),
    "unknown_match": _("Diese Begegnung gibt es hier nicht."),
    "not_called": _("Diese Begegnung ist nicht aufgerufen."),
    "called_already": _("Dafür ist es zu spät: Es ist schon aufgerufen."),
    "no_result": _("Diese Begegnung ist noch nicht so weit."),
    "result": _("So ein Ergebnis gibt es hier nicht."),
    "score": _("„%(value)s“ ist keine Punktzahl. Gib für beide Seiten eine ganze Zahl an, oder für keine."),
    "nobody_named": _("Sag, wer nicht angetreten ist."),
    "no_draw_here": _("Hier muss jemand weiterkommen: Ein Unentschieden gibt es nicht."),
    "ranks": _("Gib für alle %(count)s am Tisch einen Rang an, wie 1, 2, 2, 4."),
    "needs_choice": _("Sag für jede Begegnung, die darauf aufbaut, was aus ihr wird: %(matches)s."),
    "depends": _("Was danach kommt, ist schon aufgerufen oder gespielt. Ändere statt dessen das Ergebnis."),
    "minutes": _("Gib mehr Zeit in Minuten an: mindestens 1, höchstens 10080 (eine Woche)."),
    # rounds
    "round_open": _("Die laufende Runde ist noch nicht zu Ende."),
    "no_round_left": _("Eine weitere Runde gibt es nicht."),
    "no_rounds_here": _("In dieser Turnierart gibt es keine Runden, die man auslost."),
    "round_begun": _("In dieser Runde ist schon gespielt worden."),
    "not_drawn": _("Es gibt keine ausgeloste Runde, die noch nicht veröffentlicht ist."),
    "stale": _("Inzwischen hat sich etwas geändert. Sieh dir den neuen Stand an."),
    "bad_pairing": _("In der Paarung fehlt jemand, steht jemand doppelt, oder das Spielfrei stimmt nicht."),
    "no_reason_for_breach": _("Die Paarung bricht feste Regeln (%(rules)s). Das geht nur mit einem Grund."),
    "nobody": _("Es ist niemand da, der gepaart werden kann."),
    "no_pairing": _("Es gibt keine erlaubte Paarung. Niemand passt zu: %(names)s"),
    # announcements
    "no_text": _("Die Ansage ist leer."),
    "no_such_announcement": _("Diese Ansage gibt es nicht mehr."),
}
"""What is said when something is refused, by the code of `Refused`; its facts fill it."""

MOVES: Mapping[str, Any] = {
    "too_late": _("Wieder öffnen lässt sich ein Turnier nur innerhalb von sieben Tagen nach dem Ende."),
    "entrants_there": _("Zurück zum Entwurf geht es nur, solange niemand angemeldet ist."),
    "wrong_role": _("Den Stand dieses Turniers darfst du so nicht ändern."),
}
"""Instead, where a move from state to state is refused (RNK-7.1)."""

WRONG: Mapping[str, Any] = {
    "out_of_range": _("Dieser Wert liegt außerhalb dessen, was möglich ist."),
    "none": _("Ein Turnier braucht mindestens einen Abschnitt."),
    "below_from": _("Die obere Grenze liegt unter der unteren."),
    "nothing_follows": _("Danach kommt kein Abschnitt, in den jemand weiterkommen könnte."),
    "nobody_goes_on": _("Sag, wie viele in den nächsten Abschnitt weiterkommen."),
    "must_be_last": _("Nach dieser Turnierart kann kein weiterer Abschnitt kommen."),
    "no_series_here": _("Hier werden einzelne Partien gespielt, keine Serien."),
    "no_teams_here": _("In dieser Turnierart spielen keine Teams."),
    "even": _("Hier braucht es eine ungerade Zahl von Partien."),
    "ends_open": _("In einem K.-o. muss am Ende Los, Setzplatz oder Wiederholung entscheiden, sonst käme niemand weiter."),
    "unknown": _("Das gibt es nicht."),
    "no_rounds_to_share": _("Dieselben Karten für alle gibt es nur, wo in Runden gespielt wird, nicht in einer Arena."),
    "decks_differ": _("Dieselben Karten für alle gehen nur, wenn alle mit demselben Deck spielen: Wähle ein Deck für alle."),
    "packs_at_check_in": _("Booster werden geöffnet, wenn die Anwesenheit geprüft wird: Das muss eingestellt sein."),
    "no_teams_sealed": _("Mit Boostern, die hier geöffnet werden, spielen Einzelne."),
    "seats": _("Tische mit %(value)s Plätzen gibt es in diesem Spiel nicht."),
    "options": _("Diese Optionen gehen nicht zusammen."),
}
"""What is wrong with a plan, by the word of `Wrong`."""

MIXES: Mapping[str, Any] = {
    "base": _("6 vom Grundset"),
    "mixed": _("4 vom Grundset, 2 Seocalypse"),
}
"""Packs of a sealed event, by the names the games have for them."""

RANGES: Mapping[str, Any] = {
    "limit": _("Es gibt mindestens 2 und höchstens 4096 Plätze."),
    "reputation": _("Gib einen Anteil von 0 bis 100 Prozent an."),
    "no_show_s": _("Gewartet wird mindestens eine halbe Minute."),
    "boards": _("Ein Team spielt an 2 bis 8 Brettern."),
    "cycles": _("Es gibt 1 bis 4 Durchgänge."),
    "groups": _("Es gibt 1 bis 64 Gruppen."),
    "preferred": _("An Tischen sitzen 3 bis 6, und die kleinsten Tische sind nicht größer als die üblichen."),
    "advance": _("Von jedem Tisch kommt mindestens eine Person weiter, aber nie alle."),
    "minutes": _("Eine Arena dauert 20 Minuten bis 12 Stunden."),
    "games": _("Es gibt 1 bis 9 Partien."),
}
"""The same for values out of range, by the name of the field."""

FORMATS: Mapping[str, Any] = {
    "single": _("K.-o."),
    "double": _("Doppel-K.-o."),
    "round_robin": _("Jeder gegen jeden"),
    "swiss": _("Schweizer System"),
    "heats": _("Tische mit mehreren"),
    "heats_knockout": _("Tische mit mehreren, K.-o."),
    "arena": _("Arena"),
}
"""Kinds of stages."""

SERIES: Mapping[str, Any] = {
    "single": _("eine Partie"),
    "return_match": _("Hin- und Rückkampf"),
    "best_of": _("bis zur Mehrheit der Siege"),
    "fixed": _("feste Zahl von Partien"),
}
"""Kinds of series."""

TIES: Mapping[str, Any] = {
    "draw": _("unentschieden"),
    "game_tiebreak": _("was das Spiel selbst dafür vorsieht"),
    "extra_game": _("weitere Partie, höchstens drei"),
    "decider": _("kurzer Entscheidungskampf"),
    "omg_replay": _("Wiederholung bis 25"),
    "seed": _("besserer Setzplatz"),
    "coin": _("Los"),
}
"""What decides a series that is level (RNK-5.6)."""

TIE_BREAKS: Mapping[str, Any] = {
    "BH": _("Buchholz"),
    "BHC1": _("Buchholz ohne den niedrigsten Wert"),
    "MBH": _("Buchholz ohne den niedrigsten und den höchsten Wert"),
    "SB": _("Sonneborn-Berger"),
    "DE": _("direkter Vergleich"),
    "WIN": _("Siege am Tisch"),
    "WS": _("Siege als Zweite am Zug"),
    "PROG": _("Fortschritt: Summe der Zwischenstände"),
    "KOYA": _("Koya: Punkte gegen die obere Hälfte"),
    "PD": _("Differenz der Punkte im Spiel"),
    "PF": _("Summe der Punkte im Spiel"),
    "AOR": _("mittlere Stärke der Gegner"),
    "GD": _("Differenz der Partien in Serien"),
    "LOT": _("Los"),
}
"""What orders those who are level on points (RNK-7.10)."""

MEANINGS: Mapping[str, Any] = {
    "BH": _("Summe der Punkte aller, gegen die jemand gespielt hat"),
    "BHC1": _("dieselbe Summe ohne den schwächsten Gegner"),
    "MBH": _("dieselbe Summe ohne den schwächsten und den stärksten Gegner"),
    "SB": _("Punkte der Besiegten, dazu die Hälfte der Punkte derer, gegen die es unentschieden ausging"),
    "DE": _("Punkte aus den Partien derer, die gleich stehen, wenn alle gegeneinander gespielt haben"),
    "WIN": _("gewonnene Partien, ohne Spielfrei und kampflose Siege"),
    "WS": _("gewonnene Partien, in denen die andere Seite begann"),
    "PROG": _("Summe der Punktestände nach jeder Runde: Frühe Siege zählen mehr"),
    "KOYA": _("Punkte gegen alle, die mindestens die Hälfte der möglichen Punkte haben"),
    "PD": _("eigene Siegespunkte in den Partien weniger die der anderen Seite"),
    "PF": _("eigene Siegespunkte in allen Partien"),
    "AOR": _("Mittel der Wertungen aller, gegen die jemand gespielt hat, beim Beginn"),
    "GD": _("gewonnene Partien oder Bretter weniger verlorene"),
    "LOT": _("durch das Los, das sich mit dem Los-Schlüssel nachrechnen lässt"),
}
"""What each of these is, in a few words."""

BREACHES: Mapping[str, Any] = {
    "H1": _("Diese beiden dürfen nicht gegeneinander spielen."),
    "H2": _("Spielfrei war schon einmal, oder es gab schon einen kampflosen Sieg."),
    "H3": _("Diese beiden haben schon gegeneinander gespielt."),
}
"""Hard rules of pairings, broken (RNK-7.6)."""

ACTS: Mapping[str, Any] = {
    "created": _("angelegt"),
    "edited": _("Einstellungen geändert"),
    "deleted": _("gelöscht"),
    "moved": _("Stand geändert"),
    "entered": _("angemeldet"),
    "bot_entered": _("Bot angemeldet"),
    "approved": _("zugelassen"),
    "declined": _("nicht zugelassen"),
    "checked_in": _("Anwesenheit vermerkt"),
    "withdrawn": _("abgemeldet"),
    "disqualified": _("disqualifiziert"),
    "replaced": _("ersetzt"),
    "swapped": _("Plätze getauscht"),
    "seeded": _("Setzliste geändert"),
    "round": _("Runde"),
    "paired": _("von Hand gepaart"),
    "redrawn": _("neu ausgelost"),
    "round_undone": _("Runde zurückgenommen"),
    "override": _("Ergebnis eingetragen"),
    "restart": _("neu begonnen"),
    "more_time": _("Frist verlängert"),
    "not_there": _("als nicht angetreten gewertet"),
    "table_rules": _("Tischregeln geändert"),
    "role": _("Aufgabe geändert"),
    "handed_over": _("Leitung übergeben"),
    "told": _("Ansage gemacht"),
    "untold": _("Ansage zurückgenommen"),
}
"""Acts that are written down (RNK-6.5), by what follows `tournament.`."""

FACTS: Mapping[str, Any] = {
    "state": _("Stand"),
    "name": _("Name"),
    "names": _("Namen"),
    "winner": _("Sieg"),
    "sides": _("Seiten"),
    "scores": _("Punkte"),
    "ranks": _("Ränge"),
    "kind": _("Art"),
    "at": _("bei"),
    "game": _("Spiel"),
    "owner": _("Leitung"),
    "text": _("Text"),
}
"""Names of what is written down with them; others are shown as they are."""


def sentence(refused: Refused) -> str:
    """What is said of a refusal, in the language of the reader."""
    found = MOVES.get(refused.code) if "target" in refused.facts else None
    text = str(found or REFUSALS.get(refused.code) or gettext("Das geht jetzt nicht."))
    return text % {name: _said(name, value) for name, value in refused.facts.items()}


def problem(wrong: Wrong) -> str:
    """What is said of one thing that is wrong with a plan."""
    field = wrong.field.rpartition(".")[2]
    found = RANGES.get(field) if wrong.why == "out_of_range" else None
    return str(found or WRONG.get(wrong.why) or WRONG["unknown"]) % {"value": wrong.value}


def _said(name: str, value: Any) -> str:
    if name in ("source", "target"):
        from leaderboards.tournaments.models import Tournament

        return str(dict(Tournament.State.choices).get(value, value))
    if name == "problems":
        return " ".join(dict.fromkeys(problem(one) for one in value))
    if isinstance(value, Iterable) and not isinstance(value, str):
        return ", ".join(map(str, value))
    return str(value)
