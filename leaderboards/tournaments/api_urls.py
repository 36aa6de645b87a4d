"""The resources of tournaments below `/api/v1/`."""

from django.urls import path

import games.tables.urls  # noqa: F401 (its converters)
from leaderboards.tournaments import api

urlpatterns = [
    path("tournaments", api.Tournaments.as_view(), name="api-tournaments"),
    path("tournaments/<table:event>", api.One.as_view(), name="api-tournament"),
    path("tournaments/<table:event>/entries", api.Entries.as_view(), name="api-tournament-entries"),
    path("tournaments/<table:event>/rounds", api.Rounds.as_view(), name="api-tournament-rounds"),
    path("tournaments/<table:event>/pairings", api.Pairings.as_view(), name="api-tournament-pairings"),
    path("tournaments/<table:event>/standings", api.Standings.as_view(), name="api-tournament-standings"),
    path("tournaments/<table:event>/bracket", api.Bracket.as_view(), name="api-tournament-bracket"),
    path("tournaments/<table:event>/check-in", api.CheckIn.as_view(), name="api-tournament-check-in"),
    path("tournaments/<table:event>/state", api.Move.as_view(), name="api-tournament-state"),
    path("tournaments/<table:event>/next-round", api.NextRound.as_view(), name="api-tournament-next-round"),
    path("tournaments/<table:event>/matches/<int:match>/ready", api.Ready.as_view(), name="api-tournament-ready"),
    path("tournaments/<table:event>/matches/<int:match>/result", api.Override.as_view(), name="api-tournament-result"),
]
