"""The site: pages, live updates and the public API around `galda.table`. Rules never run here."""
