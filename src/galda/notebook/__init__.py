"""A board in a notebook that can be touched: `galda.play`. Nothing else needs this room."""
