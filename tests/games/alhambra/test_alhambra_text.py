"""Alhambra's positions as text: what they mean, what is drawn, and what cannot be."""

from __future__ import annotations

import re

import pytest

import galda
from galda import BadPosition
from galda.games.alhambra.text.position.signs import TILE_OF
from support import rule

START = "alhambra 1 market=p5/t9a/g8b/s4 row=y3/b4/o9/g1 hand1=y335b9 hand2=?4 hand3=g99b5 cut=94"
PAID = "hand1=y335b9 discards=g1"


def changed(words: str, text: str = START) -> str:
    """A text with words in the place of those of the same name, or added."""
    for word in words.split():
        name = word.partition("=")[0] + "="
        old = re.search(rf"(?<= ){name}\S*", text)
        text = text.replace(old[0], word) if old and "=" in word else f"{text} {word}"
    return text


def refused(text: str) -> str:
    """The rule by which a text cannot be a position, and fails if it can."""
    with pytest.raises(BadPosition) as error:
        galda.position(text, seed=1)
    assert error.value.rule, str(error.value)
    return error.value.rule


def test_what_is_not_known_is_drawn_from_what_lies_nowhere_else() -> None:
    position = galda.position(START, seed=1)
    view = position.view(1)
    assert len(view["players"][1]["hand"]) == 4
    assert view["deck"] == 108 - 4 - 4 - 4 - 3 + 2
    assert view["bag"] == 50
    other = galda.position(START, seed=2)
    assert other != position
    assert other.seen_by(0) == position.seen_by(0)


@rule("A24", "A25", "A26")
def test_points_follow_from_what_was_scored() -> None:
    sheet = "A=1.0.0.0.0.2:3/1.0.0.0.0.1:0/0.0.2.0.0.0:4"
    position = galda.position(changed(sheet), seed=1)
    assert position.scores == (0 + 6 + 3, 0 + 0, 3 + 4)
    assert len(position.sheets()) == 1
    assert position.sheets()[0].lines[0].points == (0, 0, 0)


@rule("A23")
def test_what_fits_where_follows_from_the_tiles() -> None:
    position = galda.position(changed("city1=p8@0,1 reserve1=s9"), seed=1)
    moves = {position.write(action) for action in position.legal_actions}
    assert {"lift-pavilion8", "bring-seraglio9"} <= moves


@rule("A14", "A17")
def test_a_payment_goes_on_where_it_was() -> None:
    position = galda.position(
        changed("paying=1:2<3 discards=y3 hand1=y35b9 row=y1/b4/o9/g1"), seed=1
    )
    assert [position.write(action) for action in position.legal_actions] == ["pay-yellow3"]
    seen = position.seen_by(1).text
    for seed in range(20):
        drawn = galda.position(seen, seed=seed)
        assert drawn.legal_actions, "the hand that is drawn can pay"
        assert drawn.seen_by(1).text == seen


@pytest.mark.parametrize(
    ("words", "id_"),
    [
        ("reserve2=t9a", "A1"),
        ("bag=p2", "A1"),
        ("bag=?3", "A1"),
        ("A=9.0.0.0.0.0:0/0.0.0.0.0.0:0/0.0.0.0.0.0:0", "A1"),
        ("hand1=y3333", "A2"),
        ("hand2=?105", "A2"),
        ("deck=?7", "A2"),
        ("deck=y1y2AB", "A2"),
        ("cut=90", "A10"),
        ("B=0.0.0.0.0.0:0/0.0.0.0.0.0:0/0.0.0.0.0.0:0", "A10"),
        ("placing last", "A11"),
        ("market=p5/t9a/g8b/-", "A12"),
        ("bought=p2/-/-/-", "A12"),
        ("row=-/b4/o9/g1", "A12"),
        ("took", "A13"),
        ("paying=1:6", "A14"),
        ("paying=1:2<3", "A14"),
        ("market=-/t9a/g8b/s4 bought=p5/-/-/- paying=1:5", "A14"),
        ("paying=4:4", "A14"),
        ("stored", "A19"),
        ("market=-/t9a/g8b/s4 placing built=1p5", "A19"),
        ("market=p5/t9a/-/s4 bought=-/-/g8b/- placing built=1p6", "A19"),
        ("city1=p7@-1,0", "A20"),
        ("city1=p8@2,0", "A21"),
        ("city1=p8@0,1/s9@0,1", "A21"),
        ("city1=p8@0,0", "A21"),
        ("bringing=s9", "A23"),
        ("deck=AB", "A2"),
        ("A=1.0.0.0.0.0:4/0.0.0.0.0.0:0/0.0.0.0.0.0:0", "A27"),
        ("last", "A31"),
        ("won=1/-/-/-", "A32"),
        ("quiet=30", "A39"),
        ("placing market=p5/t9a/-/s4 bought=-/-/g8b/- quiet=2", "A39"),
    ],
)
@rule("A1", "A2", "A12")
def test_what_cannot_be_is_refused_with_the_rule(words: str, id_: str) -> None:
    assert refused(changed(words)) == id_


@rule("A22")
def test_an_alhambra_has_no_hole() -> None:
    ring = "p8@0,1/s9@1,2/a9@0,2/a10@2,2/c10@2,1/c11@2,0/g10c@1,0"
    assert refused(changed(f"city1={ring}")) == "A22"
    galda.position(changed(f"city1={ring.removesuffix('/g10c@1,0')}"), seed=1)


@rule("A32", "A33")
def test_the_last_tiles_go_to_the_richest() -> None:
    over = (
        "alhambra players=2 1 last won=1/-/-/- bought=p5/-/-/- market=-/-/-/- row=y3/b4/o9/g1 "
        "hand1=y99 hand2=y1g2 given={} A=0.0.0.0.0.0:0/0.0.0.0.0.0:0/0.0.0.0.0.0 "
        "B=0.0.0.0.0.0:0/0.0.0.0.0.0:0/0.0.0.0.0.0"
    )
    given = "/".join(sorted(TILE_OF.keys() - {"p5"}))
    position = galda.position(over.format(given), seed=1)
    assert {position.write(a) for a in position.legal_actions} >= {"store-pavilion5"}
    assert refused(over.format(given).replace("won=1", "won=2")) == "A32"
    assert refused(over.format(given).replace(" 1 last", " 2 last")) == "A33"
    assert refused(over.format(given).replace(" 1 last", " 1 over")) == "A33"


@rule("A36")
def test_the_neutral_player_has_six_tiles_from_the_start() -> None:
    two = "alhambra players=2 1 market=p5/t9a/g8b/s4 row=y3/b4/o9/g1 hand1=?4 hand2=?4 cut=60"
    assert refused(f"{two} given=p2/p3") == "A36"
    assert galda.position(f"{two} given=p2/p3/p4/s3/s5/s6").view()["neutral"]["points"] == 0


@rule("A10")
def test_scoring_cards_lie_in_their_piles() -> None:
    text = galda.game("alhambra").new(seed=3, scoring_cards="top").text
    moved = re.sub(r"deck=(\S*)A(\S*)", r"deck=A\1\2", text)
    assert refused(moved) == "A10"
    assert refused(text.replace("A", "", 1)) == "A24"
