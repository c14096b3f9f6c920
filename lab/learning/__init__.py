"""Experiments with `galda learn`: curves against perfect play, and calibration."""
