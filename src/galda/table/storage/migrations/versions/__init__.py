"""The migrations, in the order in which they point at each other."""
