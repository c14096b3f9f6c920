"""The contract every game keeps and every player, bot and page relies on."""
