"""Before play: what is agreed on, and who sits where."""
