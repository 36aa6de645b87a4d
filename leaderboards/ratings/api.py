"""Lists, ratings and results for programs (PRO section 10)."""

from __future__ import annotations

from typing import Any

from django.db.models import F, QuerySet
from django.urls import reverse
from django.utils.translation import gettext_lazy as _
from rest_framework import exceptions, serializers
from rest_framework.generics import ListAPIView
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.utils.urls import replace_query_param
from rest_framework.views import APIView

from accounts.models import User
from games.engine import registry
from games.tables import profile as profiles
from leaderboards.ratings import boards, exports, profile, selectors
from leaderboards.ratings.boards import BOTS, SEASON, Board
from leaderboards.ratings.models import Rating, ResultSeat, Season

MOST = 100
USUAL = 25
FURTHEST = 10**7


class Asked(serializers.Serializer[Any]):
    """What can be asked of a list: `season` is a number, `current`, or left out for all time."""

    mode = serializers.CharField(required=False, max_length=20)
    season = serializers.CharField(required=False, allow_blank=True, max_length=10)
    around = serializers.ChoiceField(choices=["me"], required=False)
    ordering = serializers.ChoiceField(choices=list(selectors.ORDERS), default=selectors.USUAL)
    rank = serializers.IntegerField(min_value=1, max_value=FURTHEST, default=1)
    limit = serializers.IntegerField(min_value=1, max_value=MOST, default=USUAL)

    def validate_season(self, value: str) -> Season | None:
        """The season itself."""
        if not value:
            return None
        found = boards.current_season() if value == "current" else None
        if value.isdecimal() and value.isascii():
            found = Season.objects.filter(pk=int(value)).first()
        if found is None:
            raise serializers.ValidationError(_("Diese Saison gibt es nicht."), code="unknown")
        return found


class Leaderboard(APIView):
    """A list by rank and limit, the neighbours of whoever asks with `around=me`."""

    def get(self, request: Request, game: str) -> Response:
        """The rows of a page."""
        if game not in registry.slugs():
            raise exceptions.NotFound
        asked = Asked(data=request.query_params)
        asked.is_valid(raise_exception=True)
        data = asked.validated_data
        kinds = (*boards.kinds(game), BOTS)
        mode = data.get("mode", kinds[0])
        if mode not in kinds:
            raise serializers.ValidationError({"mode": [_("Diese Art gibt es nicht.")]}, code="unknown")
        season = data.get("season")
        board = Board(f"{game}.{mode}", SEASON, season.pk) if season else Board(f"{game}.{mode}")
        about: dict[str, Any] = {"game": game, "mode": mode, "pool": board.pool}
        if season:
            about["season"] = {"id": season.pk, "name": season.name, "start": season.start, "end": season.end}
        if "around" in data:
            page, ways = selectors.around(board, _own(request, board)), {}
        else:
            page = selectors.page(board, data["ordering"], start=data["rank"] - 1, size=data["limit"])
            ways = _ways(request, page, data["limit"])
        rows = [exports.row(line) | _address(request, line) for line in page.lines]
        return Response(about | {"total": page.total, "results": rows} | ways)


class UserRatings(APIView):
    """The ratings of all time of somebody."""

    def get(self, request: Request, name: str) -> Response:
        """One a pool, those with most games first."""
        user = _user(request, name, "ratings")
        ratings = Rating.objects.select_related("user").filter(user=user, season=None, games__gt=0).order_by("-games", "pool")
        results = []
        for rating in ratings:
            if boards.exists(rating.pool):
                board = Board(rating.pool)
                row = exports.row(selectors.Line(rating, selectors.rank(board, rating.points)))
                listed = board.rows().filter(pk=rating.pk).exists()
                row = {key: value for key, value in row.items() if key not in ("name", "change") and (listed or key != "rank")}
                peak = {} if rating.peak is None else {"peak": rating.peak}
                results.append({"pool": rating.pool, "game": board.game, "mode": board.kind} | row | peak)
        return Response({"results": results})


class UserHistory(ListAPIView[ResultSeat]):
    """The results of somebody, the latest first, with what they changed; `?pool=` those of one pool."""

    ordering = ("-at", "-pk")

    def get_queryset(self) -> QuerySet[ResultSeat]:
        """Their seats."""
        user = _user(self.request, self.kwargs["name"], "results")
        seats = ResultSeat.objects.filter(user=user, result__newest=True).select_related("result__table", "user")
        if pool := self.request.query_params.get("pool", "").replace("\0", ""):
            seats = seats.filter(result__pool=pool)
        return seats.annotate(at=F("result__ended_at"))

    def list(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        """A page of them."""
        seats = self.paginate_queryset(self.get_queryset())
        user = profiles.find(self.kwargs["name"])
        assert user is not None  # noqa: S101 (or the query would have been refused)
        lines = profile.results(user, list(seats or []))
        return self.get_paginated_response([_result(request, line) for line in lines])


def _own(request: Request, board: Board) -> Rating:
    """The rating of whoever asks. Raises if there is none."""
    if not isinstance(request.user, User):
        raise exceptions.NotAuthenticated
    own = selectors.own(board, request.user)
    if own is None:
        raise exceptions.NotFound
    return own.line.rating


def _user(request: Request, name: str, part: str) -> User:
    """Somebody whose profile shows this part to whoever asks. Raises if not."""
    user = profiles.find(name)
    if user is None:
        raise exceptions.NotFound
    if part in user.profile_hides and user != request.user:
        raise exceptions.PermissionDenied
    return user


def _ways(request: Request, page: selectors.Page, limit: int) -> dict[str, str]:
    """To the pages before and behind, as far as there are any."""
    here = request.build_absolute_uri()
    ways = {}
    if page.last < page.total:
        ways["next"] = replace_query_param(here, "rank", page.last + 1)
    if page.first:
        ways["previous"] = replace_query_param(here, "rank", max(1, page.first + 1 - limit))
    return ways


def _address(request: Request, line: selectors.Line) -> dict[str, str]:
    """Where the profile is; bots have none."""
    return {} if line.is_bot else {"url": request.build_absolute_uri(reverse("tables:profile", args=[line.name]))}


def _result(request: Request, line: profile.Result) -> dict[str, Any]:
    record, seat = line.record, line.seat
    known = {
        "table": record.table_id,
        "url": request.build_absolute_uri(line.url),
        "game": record.game,
        "pool": record.pool,
        "mode": record.mode,
        "ended_at": record.ended_at,
        "rank": seat.rank,
        "of": line.of,
        "shared": line.level,
        "score": seat.score,
        "status": seat.status,
        "reason": record.reason,
        "rated": record.rated,
        "change": line.change,
        "points": line.points,
        "with": line.names,
    }
    return {name: value for name, value in known.items() if value is not None}
