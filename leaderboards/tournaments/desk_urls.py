"""Addresses of what organisers do."""

from django.urls import URLPattern, path

from leaderboards.tournaments.desk import acts, entrants, matches, overview, people, rounds, settings

DESK = "turniere/<table:event>/leitung/"

urlpatterns: list[URLPattern] = [
    path("turniere/neu/", settings.new, name="new"),
    path("turniere/einlesen/", settings.read_in, name="read-in"),
    path(DESK, overview.overview, name="desk-overview"),
    path(f"{DESK}einstellungen/", settings.edit, name="desk-settings"),
    path(f"{DESK}teilnehmende/", entrants.entrants, name="desk-entrants"),
    path(f"{DESK}setzliste/", entrants.seeds, name="desk-seeds"),
    path(f"{DESK}begegnungen/", matches.matches, name="desk-matches"),
    path(f"{DESK}begegnungen/<int:match>/", matches.match_page, name="desk-match"),
    path(f"{DESK}runden/", rounds.rounds, name="desk-rounds"),
    path(f"{DESK}runden/paarung/", rounds.pairing, name="desk-pairing"),
    path(f"{DESK}ansagen/", people.announcements, name="desk-announcements"),
    path(f"{DESK}aufgaben/", people.people, name="desk-people"),
    path(f"{DESK}protokoll/", people.log, name="desk-log"),
    path(f"{DESK}frage/<slug:word>/", acts.ask, name="desk-ask"),
    path(f"{DESK}tun/<slug:word>/", acts.act_post, name="desk-act"),
]
