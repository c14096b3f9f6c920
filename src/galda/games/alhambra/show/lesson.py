"""The lessons of Alhambra; the first one is here: four turns of one game."""

from __future__ import annotations

from galda.core.show.figure import Setup
from galda.core.show.language import say
from galda.core.show.lesson import Lesson, Step
from galda.games.alhambra.show import playing_well
from galda.games.alhambra.show.figures import MEANWHILE, SEED


def lessons(lang: str) -> tuple[Lesson, ...]:
    """The lessons, the first one first."""
    first = (*_money(lang), *_building(lang), *_redesign(lang))
    return (
        Lesson("first", say(lang, "First lesson"), first),
        Lesson("playing-well", say(lang, "Playing well"), playing_well.steps(lang)),
    )


def _money(lang: str) -> tuple[Step, ...]:
    return (
        Step(
            say(
                lang,
                "Buy the finest buildings for your Alhambra. The market sells each tile in one "
                "currency: arcades 7, on the green square, costs 7 in green money.",
            ),
            (say(lang, "Look at your hand below, then try to buy arcades 7: touch it."),),
            setup=Setup(seed=SEED),
            attempt=("market2",),
            rule="A14",
            praise=say(lang, "You need 7 in green cards. So get more money first."),
        ),
        Step(
            say(
                lang,
                "Taking money is one of the three things you can do on a turn: one card of any "
                "value, or several that are worth 5 or less together.",
            ),
            (
                say(lang, "Take the green 4 from the money row."),
                say(lang, "The blue 1 as well: 4 + 1 is just 5."),
            ),
            turns=("take-green4+blue1",),
            rule="A13",
            praise=say(lang, "Two cards in one turn. Now the others take theirs."),
        ),
        Step(
            say(
                lang,
                "You have green 4 and green 3 now: exactly the price. No change is ever given, but "
                "whoever pays exactly may act once more.",
            ),
            (
                say(lang, "Buy arcades 7: touch it in the market."),
                say(lang, "Pay from the highest card down: touch green 4 in your hand."),
                say(lang, "And green 3. That is the exact price."),
                say(lang, "So you may act again: take the orange 6 from the money row."),
            ),
            reply=MEANWHILE,
            turns=("buy2 pay-green4 pay-green3 take-orange6",),
            rule="A15",
            praise=say(lang, "A building and a card in one turn. Pay exactly whenever you can."),
        ),
    )


def _building(lang: str) -> tuple[Step, ...]:
    return (
        Step(
            say(
                lang,
                "Now the tile is built. It is never turned, and its dark walls, here east and "
                "south, may only meet walls. Your fountain is open on all sides.",
            ),
            (say(lang, "Try to put it north of the fountain: touch the free place there."),),
            attempt=("cell0,1",),
            rule="A20",
            praise=say(lang, "Its southern wall would have met the open fountain."),
        ),
        Step(
            say(lang, "East of the fountain its open western side is in the right place."),
            (say(lang, "Put it east of the fountain: touch its ghost there."),),
            turns=("arcades7@1,0",),
            rule="A20",
            praise=say(lang, "Its walls now form part of the outer wall, which scores as well."),
        ),
        Step(
            say(
                lang,
                "You can also pay too much: arcades 6 on the orange square costs 6. Then your turn "
                "is over, and only the building is left to do.",
            ),
            (
                say(lang, "Buy arcades 6: touch it in the market."),
                say(lang, "Pay with the orange 7."),
            ),
            reply="take-green9 take-yellow5",
            turns=("buy4 pay-orange7",),
            rule="A14",
            praise=say(lang, "One too much, and it is gone. Now find a place for the tile."),
        ),
        Step(
            say(
                lang,
                "This tile has walls in the south and west. East of arcades 7 it would stand wall "
                "to wall. But one must be able to walk from the fountain to every tile.",
            ),
            (say(lang, "Try to put it east of arcades 7: touch the free place there."),),
            attempt=("cell2,0",),
            rule="A21",
            praise=say(lang, "The walls match, yet nobody could get there on foot."),
        ),
        Step(
            say(
                lang,
                "It would fit west or south of the fountain. You can also put a tile aside: tiles "
                "in the reserve do not score, but may be built later.",
            ),
            (say(lang, "This time put it into the reserve: touch the reserve."),),
            turns=("store-arcades6a",),
            rule="A19",
            praise=say(lang, "There it waits. Your turn is over."),
        ),
    )


def _redesign(lang: str) -> tuple[Step, ...]:
    return (
        Step(
            say(
                lang,
                "The third thing to do on a turn is to redesign: build a tile from the reserve, "
                "put one back there, or swap the two.",
            ),
            (
                say(lang, "Touch arcades 6 in your reserve."),
                say(lang, "Build it west of the fountain."),
            ),
            reply="take-orange9 take-orange5",
            turns=("bring-arcades6a at-1,0",),
            rule="A23",
            praise=say(lang, "Two arcades: you have the most of this type."),
        ),
        Step(
            say(
                lang,
                "Three times in the game the most buildings of each type score, as this table "
                "shows, later also the second and third most; and so does your longest outer "
                "wall. Easy bots are ready for you.",
            ),
            look=("scoring",),
            rule="A25",
        ),
    )
