"""The lobby: games to choose, one's own tables, one's name and language."""
