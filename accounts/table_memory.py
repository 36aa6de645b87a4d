"""What tables remember for a user, on every device (UX-11): small values by name, written by the browser as they change."""

from typing import Any

from accounts.models import User

MOST_TIPS = 200
LONGEST_TIP = 60


class Unknown(ValueError):
    """No table remembers such a thing."""


def check(name: str, value: Any) -> None:
    """Raise `Unknown` for what is not to be kept: a switch, or the list of tips that have been closed."""
    if name == "coach":
        known = isinstance(value, list) and len(value) <= MOST_TIPS
        known = known and all(isinstance(tip, str) and 0 < len(tip) <= LONGEST_TIP and tip.isprintable() for tip in value)
    else:
        known = name in {"letters", "chat"} and isinstance(value, bool)
    if not known:
        raise Unknown(name)


def keep(user: User, name: str, value: Any) -> None:
    """Remember it. Of two devices that write at once the later one counts."""
    check(name, value)
    user.table_memory = {**user.table_memory, name: value}
    User.objects.filter(pk=user.pk).update(table_memory=user.table_memory)


def is_on(user: User, name: str) -> bool:
    """What a switch of the settings shows; tips are on as long as none has been closed."""
    return not user.table_memory.get(name) if name == "coach" else bool(user.table_memory.get(name, True))


def switch(user: User, name: str, *, on: bool) -> None:
    """What a switch of the settings does; whoever wants no tips closes each as it comes."""
    value: Any = ([] if on else user.table_memory.get(name, [])) if name == "coach" else on
    user.table_memory = {**user.table_memory, name: value}
