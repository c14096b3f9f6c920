"""The games as environments for programs that learn: batches, PettingZoo, Gymnasium, OpenSpiel."""
