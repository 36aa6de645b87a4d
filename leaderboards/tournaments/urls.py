"""Addresses of tournaments: everybody's first, then the organisers'."""

from django.urls import include, path

from leaderboards.tournaments import acts, exports, views

app_name = "tournaments"

urlpatterns = [
    path("turniere/", views.index, name="index"),
    path("turniere/rufe/", views.calls, name="calls"),
    path("", include("leaderboards.tournaments.desk_urls")),
    path("turniere/<table:event>/", views.tournament, name="tournament"),
    path("turniere/<table:event>/baum/", views.tree, name="baum"),
    path("turniere/<table:event>/runden/", views.rounds, name="runden"),
    path("turniere/<table:event>/paarung/<int:stage>/<int:number>/", views.pairing, name="pairing"),
    path("turniere/<table:event>/tabelle/", views.standings, name="tabelle"),
    path("turniere/<table:event>/kreuztabelle/", views.cross, name="kreuztabelle"),
    path("turniere/<table:event>/teilnehmende/", views.entrants, name="teilnehmende"),
    path("turniere/<table:event>/regeln/", views.rules, name="regeln"),
    path("turniere/<table:event>/ansagen/", views.announcements, name="ansagen"),
    path("turniere/<table:event>/begegnung/<int:match>/", views.match, name="match"),
    path("turniere/<table:event>/grossansicht/", views.projector, name="projector"),
    path("turniere/<table:event>/einbetten/", views.embed, name="embed"),
    path("turniere/<table:event>/tabelle.csv", exports.standings_csv, name="standings-csv"),
    path("turniere/<table:event>/ergebnisse.csv", exports.results_csv, name="results-csv"),
    path("turniere/<table:event>/turnier.json", exports.as_json, name="json"),
    path("turniere/<table:event>/termine.ics", exports.as_ical, name="ical"),
    path("turniere/<table:event>/teilnehmen/", acts.enter, name="enter"),
    path("turniere/<table:event>/verlassen/", acts.leave, name="leave"),
    path("turniere/<table:event>/zurueckkommen/", acts.come_back, name="come-back"),
    path("turniere/<table:event>/da/", acts.check_in, name="check-in"),
    path("turniere/<table:event>/deck/", acts.choose_deck, name="deck"),
    path("turniere/<table:event>/vorschlag/", acts.propose_deck, name="propose"),
    path("turniere/<table:event>/behalten/", acts.keep_pack, name="keep"),
    path("turniere/<table:event>/spielfrei/", acts.request_bye, name="bye"),
    path("turniere/<table:event>/pause/", acts.pause, name="pause"),
    path("turniere/<table:event>/zusage/", acts.confirm, name="confirm"),
    path("turniere/<table:event>/aufstellung/", acts.line_up, name="line-up"),
    path("turniere/<table:event>/begegnung/<int:match>/bereit/", acts.ready, name="ready"),
]
