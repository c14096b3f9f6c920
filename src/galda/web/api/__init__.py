"""The public API and the live updates."""
