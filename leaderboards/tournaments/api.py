"""Tournaments for programs (PRO section 10, RNK-7.15): to be read by everybody, acted on through the services of the pages."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.core.cache import cache
from django.db.models import Count, Q, QuerySet
from rest_framework import exceptions, serializers, status
from rest_framework.generics import ListAPIView
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.models import User
from games.engine import registry
from leaderboards.tournaments import access, calling, charts, entries, exports, life, rulings, words
from leaderboards.tournaments.acts import FORBIDDEN, WRONG
from leaderboards.tournaments.models import Entrant, Match, MatchSide, Tournament
from leaderboards.tournaments.plan import KNOCK_OUT
from leaderboards.tournaments.refusals import Refused
from leaderboards.tournaments.selectors import COUNTED

KEPT_S = 24 * 3600
"""How long the answer to a request with a key is kept (PRO-10.5)."""


class Conflict(exceptions.APIException):
    """It does not go as things stand."""

    status_code = status.HTTP_409_CONFLICT


def user_of(request: Request) -> User | None:
    """Whoever asks."""
    return request.user if isinstance(request.user, User) else None


def find(request: Request, pk: str) -> Tournament:
    """A tournament that whoever asks may see. Raises `NotFound`."""
    row = Tournament.objects.filter(pk=pk).first()
    if row is None or not access.may_see(user_of(request), row):
        raise exceptions.NotFound
    return row


def refused(error: Refused) -> exceptions.APIException:
    """A refusal as a problem, with the sentence of the pages."""
    text = words.sentence(error)
    if error.code in FORBIDDEN:
        return exceptions.PermissionDenied(text)
    return serializers.ValidationError({error.code: [text]}, code=error.code) if error.code in WRONG else Conflict(text)


def once(request: Request, do: Callable[[], Response]) -> Response:
    """Do something once for each `Idempotency-Key` of somebody: sent again, it has the same answer (PRO-10.5)."""
    key = request.headers.get("Idempotency-Key", "")[:200]
    if not key:
        return do()
    where = f"idempotent:{request.user.pk}:{request.path}:{key}"
    if (kept := cache.get(where)) is not None:
        return Response(kept["data"], status=kept["status"])
    answer = do()
    cache.set(where, {"data": answer.data, "status": answer.status_code}, KEPT_S)
    return answer


class Tournaments(ListAPIView[Tournament]):
    """All that whoever asks may see, the latest first; `?game=`, `?state=`, `?mine=true`."""

    ordering = ("-created_at", "-pk")

    def get_queryset(self) -> QuerySet[Tournament]:
        """Those that are asked for."""
        user, asked = user_of(self.request), self.request.query_params
        rows = access.visible(user)
        if game := asked.get("game"):
            if game not in registry.slugs():
                raise serializers.ValidationError({"game": [words.WRONG["unknown"]]}, code="unknown")
            rows = rows.filter(game=game)
        if state := asked.get("state"):
            if state not in Tournament.State.values:
                raise serializers.ValidationError({"state": [words.WRONG["unknown"]]}, code="unknown")
            rows = rows.filter(state=state)
        if asked.get("mine") == "true" and user is not None:
            rows = rows.filter(Q(owner=user) | Q(entrants__user=user) | Q(entrants__members__user=user))
        return Tournament.objects.filter(pk__in=rows.values("pk")).annotate(
            count=Count("entrants", filter=Q(entrants__state__in=COUNTED))
        )

    def list(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        """A page of them."""
        rows = self.paginate_queryset(self.get_queryset())
        return self.get_paginated_response([about(request, row, row.count) for row in rows or []])  # type: ignore[attr-defined]


def about(request: Request, row: Tournament, entrants: int) -> dict[str, Any]:
    """A tournament as plain values."""
    known = {
        "id": row.pk,
        "url": request.build_absolute_uri(row.get_absolute_url()),
        "name": row.name,
        "name_en": row.name_en or None,
        "game": row.game,
        "state": row.state,
        "stages": [stage["kind"] for stage in row.plan["stages"]],
        "entrants": entrants,
        "limit": row.rules.limit,
        "starts_at": row.starts_at,
        "started_at": row.started_at,
        "ended_at": row.ended_at,
        "version": row.version,
    }
    return {name: value for name, value in known.items() if value is not None}


class One(APIView):
    """One tournament with its plan."""

    def get(self, request: Request, event: str) -> Response:
        """All that is settled of it."""
        row = find(request, event)
        data = about(request, row, row.entrants.filter(state__in=COUNTED).count())
        return Response(
            data | {"text": row.text, "text_en": row.text_en, "plan": exports.public_plan(row.plan), "seed": row.seed}
        )


class Enter(serializers.Serializer[Any]):
    """How somebody enters."""

    password = serializers.CharField(required=False, allow_blank=True, max_length=128, default="")
    team = serializers.CharField(required=False, allow_blank=True, max_length=60, default="")
    members = serializers.ListField(child=serializers.CharField(max_length=40), required=False, default=list, max_length=10)
    deck = serializers.CharField(required=False, allow_blank=True, max_length=80, default="")


class Entries(APIView):
    """Who takes part; POST enters, DELETE leaves."""

    def get(self, request: Request, event: str) -> Response:
        """By seed."""
        row = find(request, event)
        rows = row.entrants.exclude(state=Entrant.State.DROPPED).order_by("seed", "entered_at", "pk").prefetch_related("members")
        return Response({"results": [exports.entrant_as_data(one) for one in rows]})

    def post(self, request: Request, event: str) -> Response:
        """Enter."""
        row = find(request, event)
        asked = Enter(data=request.data)
        asked.is_valid(raise_exception=True)
        user = _known(request)

        def do() -> Response:
            try:
                entrant = entries.enter(row.pk, user, **asked.validated_data)
            except Refused as error:
                raise refused(error) from error
            return Response(exports.entrant_as_data(entrant), status=status.HTTP_201_CREATED)

        return once(request, do)

    def delete(self, request: Request, event: str) -> Response:
        """Leave."""
        row, user = find(request, event), _known(request)
        _try(lambda: entries.leave(row.pk, user))
        return Response(status=status.HTTP_204_NO_CONTENT)


def _known(request: Request) -> User:
    user = user_of(request)
    if user is None:
        raise exceptions.NotAuthenticated
    return user


def _try(act: Callable[[], Any]) -> Any:
    try:
        return act()
    except Refused as error:
        raise refused(error) from error


class Rounds(APIView):
    """The rounds of all stages that are published."""

    def get(self, request: Request, event: str) -> Response:
        """In order."""
        data = exports.whole(find(request, event))
        return Response(
            {"results": [{"stage": stage["number"] + 1, **one} for stage in data["stages"] for one in stage["rounds"]]}
        )


class Pairings(APIView):
    """Matches; `?stage=`, `?round=`, `?state=`."""

    def get(self, request: Request, event: str) -> Response:
        """In order."""
        row = find(request, event)
        rows = exports.public_matches(row).select_related("stage", "round").order_by("stage__number", "position")
        for name, path, shift in (("stage", "stage__number", 1), ("round", "round__number", 0)):
            if text := request.query_params.get(name):
                if not (text.isascii() and text.isdecimal() and len(text) < 6):
                    raise serializers.ValidationError({name: [words.WRONG["unknown"]]}, code="unknown")
                rows = rows.filter(**{path: int(text) - shift})
        if state := request.query_params.get("state"):
            if state not in Match.State.values:
                raise serializers.ValidationError({"state": [words.WRONG["unknown"]]}, code="unknown")
            rows = rows.filter(state=state)
        return Response({"results": matches_as_data(list(rows))})


def matches_as_data(matches: list[Match]) -> list[dict[str, Any]]:
    """Matches with their sides."""
    sides: dict[int, list[MatchSide]] = {match.pk: [] for match in matches}
    if matches:
        rows = MatchSide.objects.filter(match__tournament=matches[0].tournament_id).select_related("entrant")
        for side in rows.order_by("match", "slot"):
            if side.match_id in sides:
                sides[side.match_id].append(side)
    return [exports.match_as_data(match, sides[match.pk]) for match in matches]


class Standings(APIView):
    """The tables of all stages, the latest first, values as they are shown."""

    def get(self, request: Request, event: str) -> Response:
        """By stage and group."""
        row = find(request, event)
        results = []
        for section in charts.sections(row):
            for chart in section.charts:
                rows = [_place(one) for one in chart.places]
                group = {} if chart.group is None else {"group": chart.group}
                results.append({"stage": section.stage.number + 1, "kind": section.stage.kind, **group, "rows": rows})
        return Response({"version": row.version, "results": results})


def _place(one: charts.Place) -> dict[str, Any]:
    known = {
        "rank": one.place,
        "seed": one.entrant.seed,
        "name": one.entrant.name,
        "points": one.points or None,
        "tie_breaks": {value.name: value.text for value in one.values},
        "wins": one.wins,
        "draws": one.draws,
        "losses": one.losses,
        "byes": one.byes,
        "forfeits": one.forfeits,
        "through": one.through,
    }
    return {name: value for name, value in known.items() if value is not None}


class Bracket(APIView):
    """The matches of the knock-out stage, with where their sides come from."""

    def get(self, request: Request, event: str) -> Response:
        """In the order of play."""
        row = find(request, event)
        stage = row.stages.filter(kind__in=KNOCK_OUT).order_by("-number").first()
        if stage is None:
            raise exceptions.NotFound
        rows = list(stage.matches.select_related("stage", "round").order_by("position"))
        return Response({"stage": stage.number + 1, "kind": stage.kind, "results": matches_as_data(rows)})


# --- acts --------------------------------------------------------------------------------------------------------------------


class Here(serializers.Serializer[Any]):
    """Whether somebody is there."""

    here = serializers.BooleanField(default=True)


class CheckIn(APIView):
    """Say that one is there, or not."""

    def post(self, request: Request, event: str) -> Response:
        """As `here` says."""
        row, user = find(request, event), _known(request)
        asked = Here(data=request.data)
        asked.is_valid(raise_exception=True)
        _try(lambda: entries.check_in(row.pk, user, asked.validated_data["here"]))
        return Response({"here": asked.validated_data["here"]})


class Ready(APIView):
    """Say that one is there for a match."""

    def post(self, request: Request, event: str, match: int) -> Response:
        """When all are, it begins. Saying it twice is harmless."""
        row, user = find(request, event), _known(request)
        found = _try(lambda: calling.ready(row.pk, user, min(match, 2**31 - 1)))
        found = Match.objects.select_related("stage", "round").get(pk=found.pk)
        return Response(matches_as_data([found])[0])


class Target(serializers.Serializer[Any]):
    """Where a tournament is to go."""

    state = serializers.ChoiceField(choices=Tournament.State.values)
    reason = serializers.CharField(required=False, allow_blank=True, max_length=300, default="")


class Move(APIView):
    """From state to state, by organisers (RNK-7.1)."""

    def post(self, request: Request, event: str) -> Response:
        """As they ask."""
        row, user = find(request, event), _known(request)
        asked = Target(data=request.data)
        asked.is_valid(raise_exception=True)

        def do() -> Response:
            moved = _try(lambda: life.move(row.pk, user, asked.validated_data["state"], asked.validated_data["reason"]))
            return Response(about(request, moved, moved.entrants.filter(state__in=COUNTED).count()))

        return once(request, do)


class NextRound(APIView):
    """Draw or publish the next round, by organisers."""

    def post(self, request: Request, event: str) -> Response:
        """Two who ask at once get one round."""
        row, user = find(request, event), _known(request)

        def do() -> Response:
            _try(lambda: rulings.next_round(row.pk, user))
            fresh = Tournament.objects.get(pk=row.pk)
            return Response(about(request, fresh, fresh.entrants.filter(state__in=COUNTED).count()))

        return once(request, do)


class Result(serializers.Serializer[Any]):
    """How a match is to have come out: `0`, `1`, `draw` or `nobody`, or ranks by seat; and what becomes of matches fed by it."""

    result = serializers.CharField(max_length=10, required=False, allow_blank=True, default="")
    ranks = serializers.ListField(
        child=serializers.IntegerField(min_value=1, max_value=6), required=False, default=list, max_length=6
    )
    reason = serializers.CharField(max_length=300)
    choices = serializers.DictField(child=serializers.ChoiceField(choices=["keep", "void"]), required=False, default=dict)


class Override(APIView):
    """Enter or change the result of a match, by organisers and referees (RNK-7.13)."""

    def post(self, request: Request, event: str, match: int) -> Response:
        """With a reason that everybody may read."""
        row, user = find(request, event), _known(request)
        asked = Result(data=request.data)
        asked.is_valid(raise_exception=True)
        data = asked.validated_data

        def do() -> Response:
            key = min(match, 2**31 - 1)
            _try(
                lambda: rulings.override(
                    row.pk, user, key, data["result"], data["reason"], ranks=data["ranks"], choices=data["choices"]
                )
            )
            found = Match.objects.select_related("stage", "round").get(pk=key)
            return Response(matches_as_data([found])[0])

        return once(request, do)
