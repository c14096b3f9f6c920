"""Learning a game by self-play: `galda learn`, in PyTorch, on batches of games (an extra)."""
