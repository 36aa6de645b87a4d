"""The drawing of a new app's key."""

import io

import qrcode
from allauth.mfa.adapter import get_adapter
from allauth.mfa.totp.internal.auth import SECRET_SESSION_KEY
from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.http import require_safe
from qrcode.image.svg import SvgPathImage

from accounts.access import user_of, with_account


@with_account
@require_safe
def qr(request: HttpRequest) -> HttpResponse:
    """A file of its own, as the content policy allows no pictures inside the page (QUA-4.3)."""
    secret = request.session.get(SECRET_SESSION_KEY)
    if not secret:
        raise Http404
    drawing = io.BytesIO()
    qrcode.make(get_adapter().build_totp_url(user_of(request), secret), image_factory=SvgPathImage).save(drawing)
    return HttpResponse(drawing.getvalue(), content_type="image/svg+xml")
