"""Processes that think: for bots' seats and for the coach."""
