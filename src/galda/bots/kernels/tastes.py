"""How a bot with a style judges positions: by scores to which its tastes have added points."""

from galda.core.kernels import contract
from galda.core.kernels.kernel import kernel


@kernel
def add_tastes(state, players, tastes, traits, scores):
    """Add to each seat's score what its traits are worth to one who has these tastes.

    `traits` is memory: a row for each seat, a column for each trait.
    """
    contract.traits(state, traits)
    for seat in range(players):
        for k in range(tastes.shape[0]):
            scores[seat] += tastes[k] * traits[seat, k]


@kernel
def fancied_utility(state, viewer, players, tastes, traits, scores):
    """The `utility` of a seat if scores were counted by its own tastes."""
    contract.heuristic_scores(state, scores)
    add_tastes(state, players, tastes, traits, scores)
    return contract.standing(scores, viewer, players, contract.margin(state))
