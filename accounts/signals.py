"""What other rooms may want to know of accounts."""

from django.dispatch import Signal

renamed = Signal()
"""`user` is called differently from now on. Inside the transaction."""

handed_over = Signal()
"""What belongs to the guest `guest` is to belong to `user`. Inside the transaction. Who keeps something back says True."""

leaving = Signal()
"""`user` is about to be deleted, and is called `name` in what stays. Inside the transaction."""

withdrawing = Signal()
"""`user` has said that the account is to be deleted: what they have entered is left, before `going` ends the games in it.

So rows are locked in the order of everywhere else: what games are played for, then the games. Outside any transaction.
"""

going = Signal()
"""`user` has said that the account is to be deleted: what is under way ends now. Outside any transaction."""

exporting = Signal()
"""`user` wants a copy of all that is kept about them. Who has some returns it as parts by name."""
