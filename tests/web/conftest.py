"""The fixtures of the tests of the site: they are written where the rest of it is."""

from browsing import browser, no_script_failed, server
from site_support import no_beats, site

from own_postgres import postgres, postgres_url

__all__ = ["browser", "no_beats", "no_script_failed", "postgres", "postgres_url", "server", "site"]
