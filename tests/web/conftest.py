"""The fixtures of the tests of the site: they are written where the rest of it is."""

from browsing import browser, server
from site_support import site

__all__ = ["browser", "server", "site"]
