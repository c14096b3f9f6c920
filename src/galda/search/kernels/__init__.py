"""The kernels of the batched tree search."""
