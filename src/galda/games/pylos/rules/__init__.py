"""Pylos's record and kernels: everything in here is compiled."""
