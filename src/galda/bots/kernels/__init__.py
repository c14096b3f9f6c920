"""The searches as kernels, compiled for each game."""
