"""Looking back takes long: it is done aside, and kept for the same eyes and language."""

from __future__ import annotations

from galda.core.play.terms import Shape
from galda.table import Kept, Replay
from galda.web.common.side_threads import SideThreads
from galda.web.common.view_cache import ViewCache
from galda.web.replay.access import ReplayAccess
from galda.web.replay.ply import show_ply
from galda.web.replay.review import show_review
from galda.web.replay.schema import ReplayPly, Review

LOOKING_BACK = SideThreads("looking-back", threads=1, most_waiting=300)
"""One thread: replays wait for each other, and nothing else waits for them."""
PLIES: ViewCache[Replay, ReplayPly] = ViewCache(most=600)
REVIEWS: ViewCache[Replay, Review] = ViewCache(most=50)


async def ply(look: ReplayAccess, at: int, lang: str, shape: Shape) -> ReplayPly:
    """One ply as the page shows it."""
    replay, key = look.replay, (look.replay.id, look.viewer, lang, at, shape)
    known = PLIES.find(replay, key)
    if known is not None:
        return known

    def show() -> ReplayPly:
        return show_ply(look, at, lang, shape)

    return await LOOKING_BACK.do(PLIES.get, replay, key, show)


async def story(look: ReplayAccess, lang: str) -> None:
    """Have ready what the page tells of the whole game; the replay keeps it."""
    await LOOKING_BACK.do(_prepare, look, lang)


def _prepare(look: ReplayAccess, lang: str) -> None:
    replay = look.replay
    replay.story(lang, look.viewer)
    _ = replay.scorings, replay.over and replay.eyes_matter


async def review(look: ReplayAccess, kept: Kept | None, lang: str) -> Review:
    """What a game's review has found so far."""
    replay, found = look.replay, len(kept.steps) if kept else None
    key = (replay.id, look.viewer, lang, found, bool(kept and kept.finished))

    def show() -> Review:
        return show_review(replay, kept, look.viewer, lang)

    return await LOOKING_BACK.do(REVIEWS.get, replay, key, show)
