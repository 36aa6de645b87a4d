#!/usr/bin/env python
"""The command line of the site: `manage.py up` runs it, `manage.py help` names the other commands."""

import gc
import os
import sys


def main() -> None:
    """Run one command; a configuration that is refused (QUA-4.2) is told without a traceback."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    # What set-up makes stays for as long as the process does: to look for rubbish in it would cost an eighth of the start.
    gc.disable()
    import django
    from django.core.exceptions import ImproperlyConfigured
    from django.core.management import execute_from_command_line

    try:
        django.setup()
        gc.freeze()
        gc.enable()
        execute_from_command_line(sys.argv)
    except ImproperlyConfigured as reason:
        sys.exit(f"Kartenhaus cannot start: {reason}")


if __name__ == "__main__":
    main()
