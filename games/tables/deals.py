"""Deals that several tables share, for duplicate play (RNK-7.4): one secret, published when the last of them is over (PRO-9.2).

Until then nobody but those who sit there may look on at any of these tables. Who knows when no further table will come is
whoever has them drawn up.
"""

from __future__ import annotations

from django.db import transaction
from django.db.models import Exists, OuterRef

from games.tables import models, service

OVER = (models.Table.Status.FINISHED, models.Table.Status.CLOSED)


def held_back(group: str) -> list[str]:
    """The deals that are not published yet, of those whose names begin like this."""
    return list(models.DealSecret.kept.filter(deal__startswith=group).order_by("deal").values_list("deal", flat=True))


def played_out() -> list[str]:
    """The deals that are not published yet although nobody plays them at the moment."""
    on = models.Table.objects.filter(deal=OuterRef("deal")).exclude(status__in=OVER)
    return list(models.DealSecret.kept.exclude(Exists(on)).values_list("deal", flat=True))


def publish(deal: str) -> bool:
    """No further table will be dealt this: what it was is published, once all that were are over. Whether it could be."""
    with transaction.atomic():
        tables = list(models.Table.objects.filter(deal=deal).order_by("pk"))
        if any(table.status not in OVER for table in tables):
            return False
        known = models.DealSecret.kept.select_for_update().filter(deal=deal).first()
        if known is None:
            return False
        for table in tables:
            if table.started_at is not None:
                models.Table.objects.filter(pk=table.pk).update(revealed=bytes(known.secret).hex())
                service.show_anew(table)
        known.delete()
    return True
