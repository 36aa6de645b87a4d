"""Headers that tell the browser what pages of this site may use (QUA-4.4), beside Django's own; the language of the API."""

from django.conf import settings
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.utils import translation
from django.utils.deprecation import MiddlewareMixin

# For ourselves; everything else is off.
ALLOWED = (
    "clipboard-write",
    "fullscreen",
    "publickey-credentials-create",
    "publickey-credentials-get",
    "screen-wake-lock",
)
OFF = (
    "accelerometer",
    "autoplay",
    "browsing-topics",
    "camera",
    "clipboard-read",
    "display-capture",
    "encrypted-media",
    "gamepad",
    "geolocation",
    "gyroscope",
    "hid",
    "idle-detection",
    "local-fonts",
    "magnetometer",
    "microphone",
    "midi",
    "payment",
    "picture-in-picture",
    "serial",
    "storage-access",
    "sync-xhr",
    "usb",
    "window-management",
    "xr-spatial-tracking",
)
PERMISSIONS_POLICY = ", ".join([*(f"{feature}=(self)" for feature in ALLOWED), *(f"{feature}=()" for feature in OFF)])


class BrowserFeaturesMiddleware(MiddlewareMixin):
    """Adds Cross-Origin-Resource-Policy to every answer, and Permissions-Policy to all but files that pages are made of.

    It holds for documents, and beside each of the eighty files of a table it would be a fifth of all bytes (UX-6.5).
    """

    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        """Set the headers."""
        if not request.path.startswith(settings.STATIC_URL):
            response["Permissions-Policy"] = PERMISSIONS_POLICY
        response["Cross-Origin-Resource-Policy"] = "same-origin"
        return response


API = "/api/"


class ApiLanguageMiddleware(MiddlewareMixin):
    """Lets the address of a resource name a language that goes before that of the request (PRO-10.8)."""

    def process_request(self, request: HttpRequest) -> None:
        """Speak the language of `?lang=`, if the site does."""
        if not request.path_info.startswith(API):
            return
        try:
            language = translation.get_supported_language_variant(request.GET.get("lang", ""))
        except LookupError:
            return
        translation.activate(language)
        request.LANGUAGE_CODE = language
