"""Learning the rules: lessons and the rules pages."""
