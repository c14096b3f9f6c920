"""What bots, searches and networks know of Alhambra; compiled like the rules."""
