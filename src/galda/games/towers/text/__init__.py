"""5 Towers in words: notation, positions in one line, sentences, refusals, the numbered rules."""
