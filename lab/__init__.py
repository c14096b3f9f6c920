"""How shipped data was made, and experiments: `README.md`. Nothing here is installed."""
