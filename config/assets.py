"""How static files are kept and served: under names made from their content, by the server itself."""

from django.http import HttpRequest, HttpResponse
from whitenoise.middleware import WhiteNoiseMiddleware
from whitenoise.responders import StaticFile
from whitenoise.storage import CompressedManifestStaticFilesStorage


class HashedStorage(CompressedManifestStaticFilesStorage):
    """Names each file by its content, also where style sheets and ES modules refer to one another."""

    support_js_module_import_aggregation = True


class StaticFilesMiddleware(WhiteNoiseMiddleware):
    """WhiteNoise, whose files go out whole: under ASGI streamed ones would be read into memory all the same."""

    @staticmethod
    def serve(static_file: StaticFile, request: HttpRequest) -> HttpResponse:
        """Answer with the whole file."""
        answer = static_file.get_response(request.method, request.META)
        content = b""
        if answer.file is not None:
            with answer.file as file:
                content = file.read()
        response = HttpResponse(content, status=int(answer.status))
        del response["Content-Type"]
        for key, value in answer.headers:
            response[key] = value
        return response
