"""The kernels of learning by self-play."""
