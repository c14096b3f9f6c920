"""How fast everything is, next to yardsticks: `python -m benchmarks.speed`."""
