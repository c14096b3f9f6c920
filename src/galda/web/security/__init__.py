"""Who is asking, what they may do, and what no request gets past."""
