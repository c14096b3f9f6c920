"""Playing and counting, compiled."""
