"""Queues that all share: one person or one address cannot fill them for everybody."""

from __future__ import annotations

import pytest

from galda.table.errors import TooMuch
from galda.table.fairness import Share


def test_a_person_gets_only_so_much_at_a_time() -> None:
    share = Share("{most} at a time", per_person=2, per_address=9)
    share.take("ann")
    share.take("ann")
    with pytest.raises(TooMuch, match="2 at a time"):
        share.take("ann")
    share.take("bob")
    share.give_back("ann")
    share.take("ann")


def test_persons_of_one_address_share_what_it_gets() -> None:
    share = Share("{most} at a time", per_person=2, per_address=3)
    for person in ("ann", "bob", "cid"):
        share.take(person, "::1")
    with pytest.raises(TooMuch, match="3 at a time"):
        share.take("dee", "::1")
    share.take("dee", "::2")
    share.take("dee", "::2")
    with pytest.raises(TooMuch, match="2 at a time"):
        share.take("dee", "::3")
    share.take("eve", "::3")


def test_what_was_held_is_free_again_even_if_it_failed() -> None:
    share = Share("{most} at a time", per_person=1, per_address=1)
    for _ in range(3):
        with pytest.raises(RuntimeError), share.hold("ann", "::1"):
            raise RuntimeError
    with share.hold("ann", "::1"), pytest.raises(TooMuch):
        share.take("bob", "::1")
    assert not share._taken, "nobody is remembered"
