"""What bots, searches and networks know of Pylos; compiled like the rules."""
