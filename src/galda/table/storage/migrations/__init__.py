"""Changes of the database's tables, one file each in `versions`; run when a store is opened."""
