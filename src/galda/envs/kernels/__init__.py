"""Stepping many games at once, as kernels."""
