"""What an attack would do as things stand: shape, damage, who falls; all of it follows from what lies open."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from games.kameloh.rules import arena, combat
from games.kameloh.rules.position import NOBODY, SLOTS

if TYPE_CHECKING:
    from games.kameloh.rules.game import Kameloh


def preview(game: Kameloh, seat: int, slot: int) -> dict[str, Any]:
    """Shape, damage by zone, zones of those who would fall; `slot`: the striker in 2:1, else NOBODY."""
    attackers = combat.able(game, seat)
    if slot != NOBODY:
        attackers = [monster for monster in attackers if monster is game.position.sides[seat].arena[slot]]
    defenders = [monster for place in SLOTS if (monster := game.position.sides[1 - seat].arena[place]) is not None]
    if not attackers or not defenders:
        return {}
    shape, _, dealt = combat.reckon(game, seat, attackers, defenders, alone_of_two=slot != NOBODY)
    damage = {combat.zone_of(game, uid): points for uid, points in dealt.items()}
    falls = [combat.zone_of(game, monster.uid) for monster in defenders if arena.lp(game, monster) <= dealt[monster.uid]]
    return {"shape": shape, "damage": damage, "falls": falls}
