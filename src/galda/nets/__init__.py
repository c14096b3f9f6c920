"""Networks in PyTorch that have learnt a game, their files, and the bots that files become."""
