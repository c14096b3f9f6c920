"""Playing from Python: games, positions, options, records on paper."""
