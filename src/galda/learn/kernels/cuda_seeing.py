"""The CUDA kernel that writes what a network is given, one thread for each game."""

from functools import lru_cache

from galda.core.kernels.cuda import load_cuda
from galda.core.play.game import Game
from galda.envs.kernels.cuda_batches import scratch_type
from galda.learn.kernels.seeing import see_row

cuda = load_cuda()
THREADS = 64


@lru_cache
def seer(game: Game):
    """The kernel for a game."""
    most_legal, code_type = game.rules.most_legal, scratch_type(game)

    @cuda.jit
    def see(states, inputs, codes, features):
        i = cuda.grid(1)
        if i < states.shape[0]:
            scratch = cuda.local.array(most_legal, code_type)
            see_row(i, states, inputs, codes, features, scratch)

    return see
