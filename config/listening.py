"""Where the server listens: the options for it, and what to say about them."""

import ipaddress
import socket
from argparse import ArgumentParser
from typing import Any

from django.conf import settings

DEFAULT_HOST = "127.0.0.1"
DEFAULT_PORT = 8000


class CannotListen(Exception):
    """Somebody else listens there, or it is no address of this machine."""


def add_listening_arguments(parser: ArgumentParser) -> None:
    """Add --port and --host."""
    parser.add_argument("--port", type=int, default=DEFAULT_PORT, help=f"default {DEFAULT_PORT}; 0: any that is free")
    parser.add_argument("--host", default=DEFAULT_HOST, help=f"address to listen on, default {DEFAULT_HOST}")


def is_loopback(host: str) -> bool:
    """Tell whether only this machine can reach the address."""
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def warn_if_reachable(host: str, stderr: Any) -> bool:
    """In development, warn about an address that other machines can reach (QUA-4.1), and tell whether it is one."""
    reachable = not settings.PRODUCTION and not is_loopback(host)
    if reachable:
        stderr.write(
            f"Warning: {host} can be reached from other machines, and this is the development mode: use it only among "
            "friends. Debug pages are off. ALLOWED_HOSTS must name the address that browsers use."
        )
    return reachable


def listen(host: str, port: int) -> socket.socket:
    """Return a socket that listens there, and whose connections wait until a server takes them. Raises `CannotListen`."""
    listener = socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET, socket.SOCK_STREAM)
    # A port whose last connections are just ending counts as free.
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((host, port))
        listener.listen(socket.SOMAXCONN)
    except (OSError, OverflowError) as error:
        listener.close()
        raise CannotListen(error.strerror if isinstance(error, OSError) and error.strerror else str(error)) from error
    return listener


def is_answering(host: str, port: int) -> bool:
    """Tell whether a server answers there. That a connection is made says nothing: it may be waiting for a server."""
    try:
        with socket.create_connection((host, port), timeout=1) as line:
            line.sendall(b"HEAD / HTTP/1.0\r\n\r\n")
            return line.recv(1) != b""
    except OSError:
        return False


def reachable_as(host: str) -> str:
    """Return the address by which this machine itself reaches a server that listens on `host`."""
    if host in {"0.0.0.0", ""}:  # noqa: S104 (compared, not bound)
        return "127.0.0.1"
    return "::1" if host == "::" else host


def web_address(host: str, port: int) -> str:
    """Return what to type into a browser on this machine."""
    name = reachable_as(host)
    return f"http://[{name}]:{port}" if ":" in name else f"http://{name}:{port}"
