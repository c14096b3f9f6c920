"""Kernels of the exams: what programs that learn see of many positions."""
