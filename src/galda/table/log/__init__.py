"""A table's log: its entries, what may be asked, how it replays and how it is told."""
