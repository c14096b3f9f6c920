"""The record of a game of Alhambra: what a state holds, its phases, and the action codes.

Action codes, in ascending order:
  TAKE + cards - 1                 take money; `cards` is a set of the row's four slots
  BUY + square                     begin to pay for the tile on a square
  PAY + value - 1                  pay one card
  BRING + tile                     bring a tile from the reserve: next comes AT or SWAP
  LIFT + tile                      take a tile from the Alhambra to the reserve
  SWAP + tile                      the tile brought takes the place of a built one
  AT + cell                        the tile brought is built on a cell (see `city` for its number)
  BUILD + square * CELLS + cell    a bought tile is built
  STORE + square                   a bought tile goes to the reserve
  GIVE + square                    a bought tile goes to the neutral player
  END                              no further action after an exact payment
  PASS                             nothing is possible
"""

from collections.abc import Mapping
from typing import Any

import numpy as np

from galda.core.kernels.record import record
from galda.games.alhambra.rules.city import CELLS
from galda.games.alhambra.rules.tiles import CARDS, HIGHEST, ROUNDS, SEATS, TILE_COUNT

SQUARES = 4
DECK_LIMIT = 3 * CARDS + 2
SCORING_CARD = CARDS  # A; B is the next

State = record(
    ("seed", np.uint64),
    ("city", np.uint64, (SEATS,)),  # the tiles built in each Alhambra, as sets
    ("reserve", np.uint64, (SEATS,)),
    ("liftable", np.uint64, (SEATS,)),  # built tiles that may be taken out
    ("given", np.uint64),  # the neutral player's tiles
    ("draws", np.uint32),  # random numbers used so far
    ("hand", np.uint32, (SEATS, SQUARES)),  # see `money`
    ("discards", np.uint32, (SQUARES,)),
    ("tally", np.uint32, (ROUNDS, SEATS)),  # at each scoring: tiles per kind, 4 bits each
    ("points", np.int16, (SEATS,)),  # when two play the third is the neutral player
    ("usable", np.uint16, (SEATS,)),  # bit n: a reserve tile with walls n can be used
    ("quiet", np.uint8),  # turns running without money taken or a tile bought (A39)
    ("wall", np.uint8, (ROUNDS, SEATS)),  # at each scoring: the longest wall
    ("scored", np.uint8),  # which rounds were scored, one bit each
    ("cards", np.uint8, (SEATS,)),  # hand sizes
    ("deck", np.uint8, (DECK_LIMIT,)),  # the last is the top card
    ("deck_left", np.uint8),
    ("lowest", np.uint8, (2,)),  # where in the deck A and B may lie: from ...
    ("highest", np.uint8, (2,)),  # ... to; public, for their piles are
    ("bag", np.uint8, (TILE_COUNT,)),
    ("bag_left", np.uint8),
    ("row", np.int8, (SQUARES,)),  # money to take; -1: none
    ("market", np.int8, (SQUARES,)),
    ("bought", np.int8, (SQUARES,)),  # by the square they came from
    ("winner", np.int8, (SQUARES,)),  # at the end: who gets a market tile (A32)
    ("built", np.int8),  # tiles built at the end of this turn, in this order:
    ("built_tile", np.int8, (SQUARES,)),
    ("built_square", np.int8, (SQUARES,)),
    ("stored", np.int8),  # tiles of this turn already put elsewhere than into the Alhambra
    ("buying", np.int8),  # the square being paid for
    ("due", np.int8),  # what is still to be paid
    ("last_paid", np.int8),
    ("exact", np.int8),  # the last square paid exactly in this turn, or -1
    ("brought", np.int8),  # the tile brought from the reserve
    ("taken", np.int8),  # whether money was taken in this turn
    ("x", np.int8, (TILE_COUNT,)),
    ("y", np.int8, (TILE_COUNT,)),
    ("rim", np.uint8, (TILE_COUNT + SEATS, 4)),  # see `city`
    ("phase", np.int8),
    ("to_act", np.int8),
    ("players", np.int8),
    ("filler", np.int8),
)

CHOOSE, PAYING, BRINGING, PLACING, LAST_TILES, OVER = range(6)

TAKE = 0
BUY = TAKE + 15
PAY = BUY + SQUARES
BRING = PAY + HIGHEST
LIFT = BRING + TILE_COUNT
SWAP = LIFT + TILE_COUNT
AT = SWAP + TILE_COUNT
BUILD = AT + CELLS
STORE = BUILD + SQUARES * CELLS
GIVE = STORE + SQUARES
END = GIVE + SQUARES
PASS = END + 1
ACTION_COUNT = PASS + 1
# Four tiles may go to the 2 n + 2 cells round an Alhambra of n = 51 cells; the lowest elsewhere.
MOST_LEGAL = SQUARES * (2 * 51 + 2) + 2
QUIET_ROUNDS = 10
NEUTRAL_DRAWS = 6


def limits(options: Mapping[str, Any]) -> dict[str, tuple[int, int]]:
    """What the fields of a state hold at least and at most with these options."""
    players = int(options["players"])
    return {
        "players": (players, players), "to_act": (0, players - 1), "phase": (CHOOSE, OVER),
        "buying": (-1, SQUARES - 1), "exact": (-1, SQUARES - 1), "brought": (-1, TILE_COUNT - 1),
        "built": (0, SQUARES), "deck_left": (0, DECK_LIMIT), "bag_left": (0, TILE_COUNT),
    }  # fmt: skip
