"""The parts of Alhambra's form, each loaded when it is first needed."""
