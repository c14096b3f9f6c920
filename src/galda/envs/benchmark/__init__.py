"""How fast the environments are, next to their peers (for `galda bench`)."""
