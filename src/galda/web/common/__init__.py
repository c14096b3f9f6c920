"""What pages of all features share: templates, errors, request bodies, caches, threads."""
