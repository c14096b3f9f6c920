"""Networks that lead a search, learnt from its own games: play, learn, play better, learn again."""
