"""The oracle: it appears where a game is solved, never throws value away, and ends games."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

import galda
from galda import GaldaError
from galda.bots.levels import level_names
from galda.bots.oracle_bot import OracleBot
from galda.core.folders import data_folder
from galda.core.play.position import Position
from galda.core.play.values import Outcome, value_at_end
from galda.solve import work
from galda.solve.oracle import certain_moves, certainty
from galda.solve.tablebase import Tablebase
from galda.solve.user_tablebases import how_to_solve, tablebase_for
from support import random_game

QUIXO, PYLOS = galda.game("quixo"), galda.game("pylos")


@pytest.fixture
def solved(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A user's folder with Quixo 3×3 in it."""
    monkeypatch.setenv("GALDA_DATA", str(tmp_path))
    found = work.solve(QUIXO, {"size": 3}).file
    assert found
    return found


def test_without_a_tablebase_it_is_said_how_to_get_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GALDA_DATA", str(tmp_path))
    assert "oracle" not in galda.bot_names()
    with pytest.raises(GaldaError, match="galda solve GAME"):
        galda.make_bot("oracle")
    with pytest.raises(GaldaError, match="galda solve pylos --variant expert makes it"):
        OracleBot().choose(PYLOS.new(variant="expert"))
    with pytest.raises(GaldaError, match="nobody has solved Alhambra"):
        OracleBot().choose(galda.game("alhambra").new(players=2))


def test_it_appears_by_itself_where_a_tablebase_is(solved: Path) -> None:
    assert "oracle" in galda.bot_names()
    assert level_names(QUIXO)[-1] == "oracle"
    assert "oracle" not in level_names(PYLOS)
    assert isinstance(galda.make_bot("oracle"), OracleBot)
    with pytest.raises(GaldaError, match="--size 5 makes it"):
        galda.make_bot("oracle").choose(QUIXO.new(size=5))
    solved.unlink()
    assert "oracle" not in galda.bot_names()


def test_it_never_throws_value_away_and_wins_what_is_won(solved: Path) -> None:
    chance, bot = random.Random(1), galda.make_bot("oracle", 1)
    for seed in range(6):
        position = QUIXO.new(size=3, seed=seed)
        while not position.is_over:
            before = certainty(position)
            assert before
            if position.to_act == 0:
                after = position.play(bot.choose(position.known_to(0, 1)))
                known = certainty(after)
                assert known
                assert known.turned().outcome == before.outcome or after.winners == (0,)
            else:
                after = position.play(chance.choice(position.legal_actions))
            position = after
        assert position.winners == (0,)


def test_a_win_in_hand_is_taken(solved: Path) -> None:
    taken = 0
    for seed in range(30):
        for position in random_game("quixo", {"size": 3}, seed):
            winning = [
                a for a in position.legal_actions if position.to_act in position.play(a).winners
            ]
            if winning:
                assert OracleBot(seed).choose(position) in winning
                taken += 1
    assert taken > 10


def test_the_coach_hears_from_it(solved: Path) -> None:
    for position in list(random_game("quixo", {"size": 3}, 4))[:-1]:
        moves = certain_moves(position)
        assert moves
        assert all(move.value.is_exact for move in moves)
        known = certainty(position)
        assert known
        assert moves[0].value.chance == known.chance
    assert certainty(QUIXO.new(size=4)) is None


def test_a_damaged_tablebase_is_not_asked_and_the_bot_says_why(solved: Path) -> None:
    content = bytearray(solved.read_bytes())
    content[40] ^= 1
    solved.write_bytes(content)
    assert certainty(QUIXO.new(size=3)) is None
    with pytest.raises(GaldaError, match="damaged"):
        galda.make_bot("oracle").choose(QUIXO.new(size=3))


def test_damage_further_on_is_told_by_the_bot_too(solved: Path) -> None:
    content = bytearray(solved.read_bytes())
    states = next(e for e in Tablebase(solved, QUIXO).about["arrays"] if e["name"] == "states")
    content[states["offset"]] ^= 1
    solved.write_bytes(content)
    assert certain_moves(QUIXO.new(size=3)) is None
    with pytest.raises(GaldaError, match="damaged near byte"):
        galda.make_bot("oracle").choose(QUIXO.new(size=3))


@pytest.mark.slow
@pytest.mark.parametrize("variant", ["beginners", "standard", "expert"])
def test_perfect_pylos_keeps_the_value_of_10_000_positions(variant: str) -> None:
    """Needs the user's own tablebases: galda solve pylos makes them."""
    if tablebase_for(PYLOS, {"variant": variant}) is None:
        pytest.skip(f"no tablebase of {variant} in {data_folder()}")
    seed = random.randrange(1 << 30)
    print(f"seed {seed}")
    bot, checked = OracleBot(seed), 0
    while checked < 10_000:
        for position in random_game("pylos", {"variant": variant}, seed + checked):
            if not position.is_over:
                check_move(position, bot)
                checked += 1
    play_out(bot, PYLOS.new(variant=variant))


def check_move(position: Position, bot: OracleBot) -> None:
    """The bot's move keeps the value, and a won game comes one turn nearer to its end."""
    before = certainty(position)
    after = position.play(bot.choose(position))
    known = certainty(after)
    assert before
    assert known
    same = after.to_act == position.to_act and not after.is_over
    if after.is_over:
        assert before.outcome == value_at_end(after, position.to_act).outcome
        return
    assert before.outcome == (known if same else known.turned()).outcome
    if before.turns is not None and before.outcome is not Outcome.DRAWN:
        assert known.turns == before.turns - (not after.in_turn)


def play_out(bot: OracleBot, position: Position) -> None:
    """Perfect play on both sides ends after exactly the stated number of turns."""
    known, turns = certainty(position), 0
    while not position.is_over:
        turns += not position.in_turn
        position = position.play(bot.choose(position))
    assert known
    assert turns == known.turns


def test_a_table_with_an_oracle_needs_the_solved_game(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GALDA_DATA", str(tmp_path))
    assert how_to_solve(PYLOS, PYLOS.read_options({})) == ("galda solve pylos --variant standard")
    assert how_to_solve(QUIXO, QUIXO.read_options({"players": 4})) is None
