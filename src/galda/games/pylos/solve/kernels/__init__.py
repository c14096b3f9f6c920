"""Pylos solved: numbering positions and working them out, as kernels."""
