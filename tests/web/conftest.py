"""The fixtures of the tests of the site: they are written where the rest of it is."""

from browsing import browser, no_script_failed, server
from site_support import site

__all__ = ["browser", "no_script_failed", "server", "site"]
