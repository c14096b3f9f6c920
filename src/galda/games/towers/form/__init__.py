"""The parts of 5 Towers' form, each loaded when it is first needed."""
