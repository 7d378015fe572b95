"""The browser that the tests, the handouts and the audit drive."""

import os
import shutil

# Chromium without a window: pages open in half the time. Debian has it, Ubuntu has not.
HEADLESS = "chromium-headless-shell"
BROWSERS = (HEADLESS, "chromium", "chromium-browser", "google-chrome", "chrome", "msedge")


def find_browser() -> str | None:
    """What CHROMIUM says, or the first that is on the PATH."""
    return os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, BROWSERS)), None)
