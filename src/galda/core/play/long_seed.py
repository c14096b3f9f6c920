"""Long seeds: chance that nobody can compute from what they see, for games among strangers.

A usual seed is a number of 64 bits: quick, and enough to repeat an experiment, but who sees a few
cards can try out all of them. A long seed is 256 bits, written as 64 hexadecimal digits. It is the
key of a cryptographic function (BLAKE2b). The function gives the game's set-up eight numbers of 64
bits, and every action one of its own: what nobody knows, such as the order of a deck, is drawn anew
by it before the action is played. So who finds out the number of one action knows what that action
turned up, which everybody has seen, and nothing of what comes later.

A game is its options, its seed and its actions with a long seed as with a short one.
"""

from __future__ import annotations

import hashlib
import re
import secrets

import numpy as np
import numpy.typing as npt

from galda.core.errors import GaldaError

Seed = int | str
"""A number, or a long seed as its 64 hexadecimal digits."""
LONG_SEED = re.compile(r"[0-9a-f]{64}")
WORDS = 8
"""Numbers that set a game up: together they hold more than the seed does."""


def new_long_seed() -> str:
    """A fresh long seed, from the operating system's source.

    >>> from galda.core.play.long_seed import new_long_seed
    >>> len(new_long_seed())
    64
    """
    return secrets.token_hex(32)


def is_long(seed: Seed | None) -> bool:
    """Whether a seed is a long one; what is a text and no long seed is refused."""
    if not isinstance(seed, str):
        return False
    if not LONG_SEED.fullmatch(seed):
        raise GaldaError("a long seed has 64 hexadecimal digits, not {seed!r}", seed=seed[:80])
    return True


def commitment_to(seed: str) -> str:
    """What can be told before the game: the SHA-256 of the seed's digits, which binds it.

    >>> from galda.core.play.long_seed import commitment_to
    >>> commitment_to("0" * 64)[:16]
    '60e05bd1b195af2f'
    """
    return hashlib.sha256(seed.encode()).hexdigest()


def set_up_words(seed: str) -> npt.NDArray[np.uint64]:
    """The numbers that set a game up."""
    return _numbers(_drawn(seed, b"set-up", 8 * WORDS))


def word_of(seed: str, number: int) -> np.uint64:
    """The number of one action; the first action of a game is number 0."""
    return np.uint64(int.from_bytes(_drawn(seed, _name(number), 8), "little"))


def words_of(seed: str, first: int, count: int) -> npt.NDArray[np.uint64]:
    """The numbers of actions in a row."""
    return _numbers(b"".join(_drawn(seed, _name(n), 8) for n in range(first, first + count)))


def _name(number: int) -> bytes:
    return b"action " + number.to_bytes(8, "little")


def _drawn(seed: str, name: bytes, size: int) -> bytes:
    """What the keyed function says of a name; different names and sizes tell nothing of others."""
    return hashlib.blake2b(name, digest_size=size, key=bytes.fromhex(seed)).digest()


def _numbers(drawn: bytes) -> npt.NDArray[np.uint64]:
    return np.frombuffer(drawn, "<u8").astype(np.uint64)
