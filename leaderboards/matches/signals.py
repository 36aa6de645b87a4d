"""What series tell rooms that asked for them."""

from django.dispatch import Signal

ended = Signal()
"""The series with the key `series_id` is over. After the commit, outside any transaction, and perhaps never: a process may end in
between. Whoever must not miss it looks for themselves now and then (`selectors.result`)."""
