"""The parts of Quixo's form, each loaded when it is first needed."""
