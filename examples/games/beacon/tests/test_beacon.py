"""The rules of Beacon, one by one."""

import pytest

import galda
from galda.testing.playing import random_game, refused

rule = pytest.mark.rule


def start(seed=1):
    return galda.game("beacon").new(seed=seed)


def hand(position, seat):
    return position.view(seat)["hands"][seat]


@rule("B1")
def test_each_is_dealt_four_cards_that_the_other_does_not_see():
    assert len(hand(start(), 0)) == len(hand(start(), 1)) == 4
    assert start().view(0)["hands"][1] == []
    assert start().view()["deck"] == 27 - 8


@rule("B2")
def test_a_card_of_the_hand_is_laid_where_there_is_room():
    position = start()
    card = hand(position, 0)[0]
    after = position.play(f"{card}@1")
    assert after.view()["beacons"][0]["cards"] == [[card], []]
    missing = next(value for value in range(1, 10) if value not in hand(position, 0))
    assert refused(position, f"{missing}@1") == "B2"
    after = after.play(f"{hand(after, 1)[0]}@1")
    after = after.play(f"{hand(after, 0)[0]}@1")
    after = after.play(f"{hand(after, 1)[0]}@2")
    assert refused(after, f"{hand(after, 0)[0]}@1") == "B2"


@rule("B3")
def test_the_higher_total_lights_a_beacon_and_of_equals_the_first():
    seen = set()
    for seed in range(12):
        filled = {}
        for position in random_game("beacon", {"players": 2}, seed):
            for k, beacon in enumerate(position.view()["beacons"]):
                for seat in (0, 1):
                    if len(beacon["cards"][seat]) == 2:
                        filled.setdefault(k, seat)
                if beacon["lit"] and (seed, k) not in seen:
                    seen.add((seed, k))
                    first, second = map(sum, beacon["cards"])
                    winner = filled[k] if first == second else int(second > first)
                    assert beacon["lit"] == winner + 1


@rule("B4")
def test_a_card_is_drawn_that_the_other_does_not_see():
    after = start().play(f"{hand(start(), 0)[0]}@1")
    assert len(hand(after, 0)) == 4
    assert after.view(1)["hands"][0] == []
    assert after.view(1)["held"] == [4, 4]


@rule("B5")
def test_three_beacons_win():
    *_, end = random_game("beacon", {"players": 2}, 3)
    lit = [beacon["lit"] for beacon in end.view()["beacons"]]
    (winner,) = end.winners
    assert lit.count(winner + 1) == 3
    assert refused(end, "1@1") == "B5"
