"""5 Towers's record and kernels: everything in here is compiled."""
