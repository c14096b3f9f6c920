"""Pages and API of games that were played: stepping, reviews, charts."""
