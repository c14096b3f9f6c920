"""The parts of Pylos' form, each loaded when it is first needed."""
