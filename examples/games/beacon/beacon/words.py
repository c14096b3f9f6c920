"""Beacon in words: notation, sentences, refusals, the position as plain values."""

import re

from beacon.rules import BEACONS, VALUES
from galda.core.errors import Refusal
from galda.core.message import Message
from galda.core.show.language import say

MOVE = re.compile(r"([1-9])@([1-5])")
TOUCH = re.compile(r"card[1-9]|beacon[1-5]")


def touches(position, action):
    """A card of the hand, then the beacon that it goes to."""
    beacon, value = divmod(action, VALUES)
    return (f"card{value + 1}", f"beacon{beacon + 1}")


def write(position, action):
    beacon, value = divmod(action, VALUES)
    return f"{value + 1}@{beacon + 1}"


def read(position, text):
    found = MOVE.fullmatch(text.strip())
    return (f"card{found[1]}", f"beacon{found[2]}") if found else None


def refuse(position, path):
    """The rule that forbids these touches; None if they name nothing on the board."""
    if position.is_over:
        return Refusal("B5", "three beacons are lit: the game is over.")
    if not path or not all(TOUCH.fullmatch(touch) for touch in path):
        return None
    if path[0].startswith("beacon"):
        return Refusal("B2", "first touch a card of your hand, then a beacon.")
    value = int(path[0][-1])
    if not position.state.hand[position.to_act, value - 1]:
        return Refusal("B2", "there is no {value} in your hand.", value=value)
    if len(path) == 2 and path[1].startswith("beacon"):
        return Refusal("B2", "your side of beacon {n} is full.", n=int(path[1][-1]))
    return Refusal("B2", "after a card touch the beacon that it goes to.")


def prompt(position):
    return Message("Lay a card at a beacon.")


def next_prompts(position):
    return (Message("At which beacon?"),)


def sentence(position, action, lang):
    beacon, value = divmod(action, VALUES)
    player = seat_name(position, position.to_act)
    told = "{player} lays {value} at beacon {n}."
    return say(lang, told, player=player, value=value + 1, n=beacon + 1)


def seat_name(position, seat):
    return position.names[seat] if position.names else Message("Player {n}", n=seat + 1)


def hand_of(position, seat):
    """The cards of a hand in ascending order; none where they are hidden."""
    counts = position.state.hand[seat]
    return [value + 1 for value in range(VALUES) for _ in range(counts[value])]


def view(position):
    """The position as plain values; a hidden hand is empty here."""
    state, seats = position.state, range(position.players)
    return {
        "hands": [hand_of(position, seat) for seat in seats],
        "held": [int(state.held[seat]) for seat in seats],
        "deck": int(state.left),
        "beacons": [
            {
                "cards": [[int(card) for card in state.sides[k, seat] if card] for seat in seats],
                "lit": int(state.lit[k]) or None,
            }
            for k in range(BEACONS)
        ],
    }
