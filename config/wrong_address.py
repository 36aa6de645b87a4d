"""Where sockets end that ask for an address there is none of: the client is told so, instead of an error in the server."""

from channels.generic.websocket import AsyncWebsocketConsumer

from games.engine.errors import Text
from games.tables import access
from games.tables.codes import RECONNECT, Close
from games.tables.messages import encode
from games.texts import speak


class WrongAddress(AsyncWebsocketConsumer):
    """Accepts, says why, closes with 4404 (PRO-2.4, PRO-2.5)."""

    async def connect(self) -> None:
        """Say goodbye at once."""
        await self.accept()
        detail = speak(Text("error.not_found_path"), access.language_of(self.scope))
        payload = {"code": int(Close.NO_TABLE), "reason": "not_found", "detail": detail, "reconnect": RECONNECT[Close.NO_TABLE]}
        await self.send(text_data=encode("bye", payload))
        await self.close(int(Close.NO_TABLE))
