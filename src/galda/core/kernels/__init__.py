"""What compiled code is made of: `@kernel`, the contract, and kernels that any game may use."""
