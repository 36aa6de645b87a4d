"""Decks of Ka-Mel-Oh! in the administration."""

from django.contrib import admin

from games.decks.admin import DeckAdmin
from games.kameloh.models import Deck

admin.site.register(Deck, DeckAdmin)
