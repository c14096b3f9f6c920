"""What bots, searches and networks know of 5 Towers; compiled like the rules."""
