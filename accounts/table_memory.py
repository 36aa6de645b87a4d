"""What tables remember for a user, on every device (UX-11): small values by name, written by the browser as they change."""

from typing import Any

from accounts.models import User

MOST_TIPS = 200
LONGEST_TIP = 60
MOST_MUTES = 50
LONGEST_NAME = 80
SPEEDS = {"normal": "", "fast": "fast", "slow": "slow", "off": "off"}
"""How a table calls what the settings have as `User.animation`."""

SWITCHES = frozenset({"letters", "chat", "confirm"})


class Unknown(ValueError):
    """No table remembers such a thing."""


def check(name: str, value: Any) -> None:
    """Raise `Unknown` for anything but a switch, tips that have been closed, names of whom nothing is shown, a speed."""
    if name == "coach":
        known = _is_list(value, MOST_TIPS, LONGEST_TIP)
    elif name == "mutes":
        known = _is_list(value, MOST_MUTES, LONGEST_NAME)
    elif name == "motion":
        known = isinstance(value, str) and value in SPEEDS
    else:
        known = name in SWITCHES and isinstance(value, bool)
    if not known:
        raise Unknown(name)


def _is_list(value: Any, most: int, longest: int) -> bool:
    """Whether these are so many short texts."""
    if not isinstance(value, list) or len(value) > most:
        return False
    return all(isinstance(text, str) and 0 < len(text) <= longest and text.isprintable() for text in value)


def keep(user: User, name: str, value: Any) -> None:
    """Remember it. Of two devices that write at once the later one counts."""
    check(name, value)
    if name == "motion":
        user.animation = SPEEDS[value]
        user.save(update_fields=["animation"])
        return
    user.table_memory = {**user.table_memory, name: value}
    User.objects.filter(pk=user.pk).update(table_memory=user.table_memory)


def is_on(user: User, name: str) -> bool:
    """What a switch of the settings shows; tips are on as long as none has been closed."""
    return not user.table_memory.get(name) if name == "coach" else bool(user.table_memory.get(name, True))


def switch(user: User, name: str, *, on: bool) -> None:
    """What a switch of the settings does; whoever wants no tips closes each as it comes."""
    value: Any = ([] if on else user.table_memory.get(name, [])) if name == "coach" else on
    user.table_memory = {**user.table_memory, name: value}
