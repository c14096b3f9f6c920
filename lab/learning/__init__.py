"""Experiments with `galda learn`: learning curves against perfect play, and how calibrated it is."""
