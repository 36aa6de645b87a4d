"""What a card says, made from what it does (OMG-C.3): so text and effect cannot drift apart.

The card file keeps both; a test holds the texts there against these. After a change of an effect `text` says what to write.
"""

from __future__ import annotations

import re
from typing import Literal

from games.omg import card_text_de, card_text_en
from games.omg.rules.cards import CardData, Clause, Mission, Per

Language = Literal["de", "en"]
WORDS = {"de": card_text_de, "en": card_text_en}


def text(card: CardData, language: Language) -> str:
    """The text of a card in a language."""
    words = WORDS[language]
    if card.mission is not None:
        return _mission(card.mission, language)
    parts = []
    if card.timing is not None:
        parts.append(words.TIMING[card.timing])
        cost = words.cost(card.cost)
        parts += [f"{words.COST}: {cost}."] if cost else []
    elif card.attach_to == "enemy":
        parts.append(words.ENEMY)
    parts += [f"{sentence(clause, card, language)}." for clause in card.effect]
    return " ".join(parts)


def _mission(mission: Mission, language: Language) -> str:
    words = WORDS[language]
    rewards = [effect(clause, words.MISSION_USER, language) for clause in mission.reward]
    condition = words.mission_condition(mission.condition)
    return f"{words.MISSION[mission.assigned_to]} {condition}. {words.REWARD}: {upper('; '.join(rewards))}."


def sentence(clause: Clause, card: CardData, language: Language) -> str:
    """One clause: when and if, then what happens."""
    words = WORDS[language]
    own = words.SELF if card.type == "user" else words.MINE if card.type == "special" else words.BEARER
    when = words.cost(clause.cost) if clause.cost is not None else words.TRIGGER.get(clause.trigger, "").format(nom=own[0])
    asked = f" {words.AND} ".join(words.condition(condition, own) for condition in clause.condition)
    if asked:
        when = f"{when}, {words.IF} {asked}" if when else f"{words.IF} {asked}"
    if clause.limit:
        when = f"{when} {words.LIMIT[clause.limit]}"
    what = effect(clause, own, language)
    if clause.optional:
        return f"{upper(when)}: {words.MAY}: {what}"
    return f"{upper(when)}: {upper(what)}" if when else upper(what)


def effect(clause: Clause, own: tuple[str, ...], language: Language) -> str:
    """What a clause does, without the full stop; `own`: how its user is called, by case."""
    words = WORDS[language]
    number = clause.amount.times if isinstance(clause.amount, Per) else clause.amount
    template = words.OPERATION[_key(clause, language)]
    if isinstance(template, tuple):
        template = template[abs(number) != 1]
    cases = words.target(clause, own)
    plural = clause.target.ref.startswith("all_")
    return re.sub(
        r" +",
        " ",
        template.format(
            **dict(zip(words.CASES, cases, strict=True)),
            n=abs(number),
            stat=words.STAT.get(clause.stat, clause.stat),
            change=f"{number:+d}",
            per=words.per(clause.amount, signed=clause.op == "modify_stat") if isinstance(clause.amount, Per) else "",
            until=words.UNTIL[clause.duration],
            what=words.CARD.get(clause.what, ""),
            kind=words.KIND.get(clause.what, ""),
            users=words.users(clause),
            **{name: forms[plural] for name, forms in words.VERBS.items()},
        ),
    ).strip()


def _key(clause: Clause, language: Language) -> str:
    """Under which words an operation is found: by its name, and what else tells it apart."""
    known = WORDS[language].OPERATION
    sign = "more" if isinstance(clause.amount, int) and clause.amount > 0 else "less"
    for detail in (clause.target.ref, clause.what, sign, "one" if clause.amount == 1 else "many"):
        if f"{clause.op}.{detail}" in known:
            return f"{clause.op}.{detail}"
    return clause.op


def upper(words: str) -> str:
    """With a capital letter at the beginning."""
    return words[:1].upper() + words[1:]
