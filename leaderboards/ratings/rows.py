"""The rows of a list as HTML (RNK-3.2). The browser writes what changes into the same cells (`board.js`).

Not a template: fifty rows of ten cells took longer there than all the rest of the page together. Names are escaped; all else is
numbers and words of our own.
"""

from __future__ import annotations

from collections.abc import Collection
from functools import cached_property
from urllib.parse import quote

from django.urls import reverse
from django.utils import timezone
from django.utils.html import escape
from django.utils.http import RFC3986_SUBDELIMS
from django.utils.safestring import SafeString
from django.utils.translation import gettext

from leaderboards.ratings.boards import Board
from leaderboards.ratings.models import Rating
from leaderboards.ratings.selectors import Line
from leaderboards.ratings.templatetags.figures import count, days_ago, hundredths, percent, signed

NAME = "-"
"""Stands for a name where the address of a profile is taken apart."""
AVATAR = 2
"""So many letters of a name stand for a picture."""

ROW = (
    '<tr data-name="{name}"{me}><td class="r"><b class="place" data-cell="rank">{rank}</b></td>{change}'
    '<th scope="row" class="boardname"><span class="avatar" aria-hidden="true" data-cell="avatar">{avatar}</span>{who}{you}</th>'
    '<td class="r nowrap"><b data-cell="points">{points}</b>'
    '<span class="maybe" data-cell="provisional"{sure}>?<span class="sr"> {provisional}</span></span></td>{cells}</tr>'
)
CELLS = {
    "games": '<td class="r" data-cell="games">{games}</td>',
    "record": '<td class="r nowrap" data-cell="record">{record}</td>',
    "win_rate": '<td class="r nowrap" data-cell="win_rate">{win_rate}</td>',
    "streak": '<td class="r" data-cell="streak">{streak}</td>',
    "career": '<td class="r" data-cell="career">{career}</td>',
    "last": '<td class="soft nowrap"><time data-cell="last" datetime="{at}">{ago}</time></td>',
}
"""What can be left out, in the order of the columns; the change has its place before the name."""
WON = '<span class="won"><span aria-hidden="true">▲</span> {}<span class="sr"> {}</span></span>'
LOST = '<span class="lost"><span aria-hidden="true">▼</span> {}<span class="sr"> {}</span></span>'
SAME = '<span class="soft" aria-hidden="true">–</span><span class="sr">{}</span>'
YOU = ' <span class="soft">({})</span>'
NEW = '<span class="soft">{}</span>'


class Rows:
    """Writes the rows of one page: whatever is the same in all of them is looked up once."""

    def __init__(self, board: Board, columns: Collection[str], own: Rating | None = None) -> None:
        self.board = board
        self.own = None if own is None else own.pk
        self.changes = "change" in columns
        self.shape = ROW.replace("{cells}", "".join(cell for name, cell in CELLS.items() if name in columns))
        self.today = timezone.localdate()
        self.ago: dict[int, str] = {}
        self.before, _, self.after = reverse("tables:profile", args=[NAME]).rpartition(NAME)
        self.provisional, self.won, self.lost = map(
            escape, (gettext("vorläufig"), gettext("Plätze gewonnen"), gettext("Plätze verloren"))
        )
        self.you = YOU.format(escape(gettext("du")))
        self.new, self.same = NEW.format(escape(gettext("neu"))), SAME.format(escape(gettext("gleich")))

    @cached_property
    def blank(self) -> SafeString:
        """A row of nobody, from which the browser makes new ones."""
        return self.html(Line(Rating(pool=self.board.pool, name=""), 0))

    def html(self, line: Line) -> SafeString:
        """One row."""
        rating, name = line.rating, line.name
        mine = self.own is not None and rating.pk == self.own
        at = None if rating.last_at is None else timezone.localtime(rating.last_at)
        words = self.shape.format(
            name=escape(name),
            me=' class="is-me"' if mine else "",
            rank=line.rank,
            change=self._change(line.change) if self.changes else "",
            avatar=escape(name[:AVATAR].upper()),
            who=self._who(line),
            you=self.you if mine else "",
            points=rating.points,
            sure="" if rating.provisional else " hidden",
            provisional=self.provisional,
            games=count(rating.games),
            record=self._record(line),
            win_rate=percent(line.win_rate),
            streak=signed(rating.streak),
            career=count(rating.career),
            at="" if at is None else at.isoformat(),
            ago="" if at is None else self._ago((self.today - at.date()).days),
        )
        return SafeString(words)

    def _who(self, line: Line) -> str:
        name = escape(line.name)
        if line.is_bot:
            return f'<span data-cell="name">{name}</span>'
        address = f"{self.before}{quote(line.name, safe=RFC3986_SUBDELIMS + '/~:@')}{self.after}" if line.name else ""
        return f'<a href="{escape(address)}" data-cell="name">{name}</a>'

    def _change(self, change: int | None) -> str:
        if change is None:
            shown = self.new
        elif change == 0:
            shown = self.same
        elif change > 0:
            shown = WON.format(change, self.won)
        else:
            shown = LOST.format(-change, self.lost)
        return f'<td class="nowrap" data-cell="change">{shown}</td>'

    def _record(self, line: Line) -> str:
        rating = line.rating
        if self.board.several:
            return f"{rating.firsts} · {hundredths(line.average)}"
        return f"{rating.wins}–{rating.draws}–{rating.losses}"

    def _ago(self, days: int) -> str:
        if days not in self.ago:
            self.ago[days] = escape(days_ago(days))
        return self.ago[days]
