"""How the network was made by which the round search of 5 Towers values what comes next."""
