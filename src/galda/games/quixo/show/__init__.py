"""Quixo for people: words, refusals, boards, figures, the lesson and the numbered rules."""
