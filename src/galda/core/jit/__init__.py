"""All that knows Numba from the inside: when it is loaded, how kernels are compiled and kept."""
