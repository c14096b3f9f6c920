"""Tables: setting one up, inviting, playing, watching, the coach; live updates and the API."""
