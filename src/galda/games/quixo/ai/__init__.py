"""What bots, searches and networks know of Quixo; compiled like the rules."""
