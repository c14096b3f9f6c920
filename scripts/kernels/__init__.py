"""The kernels of the scripts that teach networks."""
