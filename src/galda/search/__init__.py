"""Tree search over many games at once, led by any network on arrays."""

from galda.search.search import Found, Search

__all__ = ["Found", "Search"]
