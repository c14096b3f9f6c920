"""Kernels of the solving room that hold for every game."""
