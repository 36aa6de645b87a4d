"""Who runs the site, for the imprint and for those who want to reach them: from the environment (QUA-4.2, QUA-5.4)."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Operator:
    """What the law wants to be said of whoever runs a site in Germany (§ 5 DDG, § 18 MStV)."""

    name: str = ""
    address: str = ""
    """Lines, separated by line breaks or semicolons."""
    email: str = ""
    phone: str = ""
    responsible: str = ""
    """For what is written on the site; empty: the operator."""
    security: str = ""
    """Where holes are told: a mail address, or the address of a form; empty: the operator's mail address."""

    @property
    def lines(self) -> list[str]:
        """The address, line by line."""
        return [line.strip() for line in self.address.replace(";", "\n").splitlines() if line.strip()]

    @property
    def is_named(self) -> bool:
        """Whether everything is there that must be said."""
        return not self.missing

    @property
    def missing(self) -> list[str]:
        """The settings that the imprint cannot do without and that are not made."""
        needed = {"OPERATOR_NAME": self.name.strip(), "OPERATOR_ADDRESS": self.lines, "OPERATOR_EMAIL": "@" in self.email}
        return [name for name, given in needed.items() if not given]

    @property
    def security_contact(self) -> str:
        """As an address that can be followed; nothing if nobody is named."""
        contact = self.security or self.email
        return f"mailto:{contact}" if "@" in contact and ":" not in contact else contact
