"""Where the servers of a rig are, as their visitors see them."""

from __future__ import annotations

import socket
from dataclasses import dataclass


@dataclass(frozen=True)
class Address:
    """One server."""

    number: int
    port: int

    @property
    def url(self) -> str:
        """For pages."""
        return f"http://127.0.0.1:{self.port}"

    @property
    def socket(self) -> str:
        """For sockets."""
        return f"ws://127.0.0.1:{self.port}"

    def answers(self) -> bool:
        """Whether a server answers here. A connection alone says nothing: `manage.py up` keeps it for the next server."""
        try:
            with socket.create_connection(("127.0.0.1", self.port), timeout=1) as line:
                line.sendall(b"HEAD / HTTP/1.0\r\n\r\n")
                return line.recv(1) != b""
        except OSError:
            return False
