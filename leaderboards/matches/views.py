"""What people do with a series: say that they are ready for its next game."""

from __future__ import annotations

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import get_language
from django.views.decorators.http import require_POST

from accounts.models import User
from games.engine.errors import EngineError
from games.tables import access
from games.tables.codes import ERRORS, Refusal
from games.tables.models import Table
from leaderboards.matches import service
from leaderboards.matches.models import SeriesGame


@require_POST
def ready(request: HttpRequest, table_id: str) -> HttpResponse:
    """Somebody at a table that is over is ready for the next game; `starter`: the side that is to begin, if they may say so.

    Leads to the next table, or back; the script of the table page asks for JSON.
    """
    row = get_object_or_404(Table, pk=table_id)
    game = get_object_or_404(SeriesGame.objects.select_related("series"), table=row)
    if not isinstance(request.user, User):
        raise Http404
    wish = request.POST.get("starter", "")
    plain = "application/json" in request.headers.get("Accept", "")
    try:
        if wish not in ("", "0", "1"):
            raise Refusal("invalid", "error.series_choice")
        service.ready(game.series_id, request.user, int(wish) if wish else None)
    except EngineError as error:
        said = access.speaker(row.game, get_language() or "de", []).say(error.text)
        if plain:
            return JsonResponse({"detail": said}, status=ERRORS[error.code][0] if error.code in ERRORS else 400)
        messages.error(request, said)
    if plain:
        return JsonResponse({})
    last = game.series.games.filter(table__isnull=False).order_by("-number").select_related("table").first()
    return redirect(last.table if last is not None and last.table is not None else row)
