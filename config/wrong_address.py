"""Where sockets end that ask for an address there is none of: the client is told so, instead of an error in the server."""

from games.tables import access, farewell
from games.tables.codes import Close
from games.tables.direct import DirectConsumer


class WrongAddress(DirectConsumer):
    """Accepts, says why, closes with 4404 (PRO-2.4, PRO-2.5)."""

    async def connect(self) -> None:
        """Say goodbye at once."""
        await self.accept()
        await self.send(text_data=farewell.bye("no_such_address", access.language_of(self.scope)))
        await self.close(int(Close.NO_TABLE))
