"""Tests that hold for every game, for whoever writes one: a pytest plugin and what it runs.

    pytest --galda-game NAME

runs all of them for that game beside your own tests. Nothing here is loaded but by tests, and only
the files that hold tests need pytest. `playing` and `twins` are of use in tests of your own.
"""
