"""The kernels of learning by search: games of a rollout policy."""
