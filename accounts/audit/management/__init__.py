"""What staff have done, written down once and never changed (QUA-4.18)."""
