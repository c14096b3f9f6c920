"""Quixo as people see it: pictures, the terminal, and setting up by touch."""
