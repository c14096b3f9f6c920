"""Proof files and where they are found: kept whole, refused when damaged, asked for by options."""

from __future__ import annotations

import pickle
import random
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

import galda
from galda import GaldaError
from galda.bots.alphabeta import AlphaBeta
from galda.bots.levels import level_names
from galda.bots.proven_bot import ProvenBot
from galda.core.play.prover import LayerOfProof, Proof, can_meet, choose_by, prover_of
from galda.solve import proving
from galda.solve.proof_file import HEAD, MAGIC, BadProof, read_proof, write_proof

PROVABLE = [name for name in galda.game_names() if prover_of(galda.game(name)) is not None]
SHIPPED = [
    (name, file)
    for name in PROVABLE
    for file in sorted(proving.packaged_folder(galda.game(name)).glob("*.proof"))
]
SEED = 8
MOST_BYTES = 10_000_000
"""Of all proofs of a game together with its network."""


def made_up(patches: int, seed: int = 3) -> Proof:
    print(f"seed {seed}")
    chance = np.random.default_rng(seed)
    numbers = np.unique(chance.integers(0, 3**25, patches))
    return Proof(
        game="quixo", options={"size": 5}, choice={"listed": 3}, network="none", starts=(0, 2),
        wins=False, layers=(LayerOfProof("0", 1, 0), LayerOfProof("1", 2, patches)),
        checksum=(1 << 64) - 5, numbers=numbers,
        skipped=chance.integers(1, 9, len(numbers)).astype(np.uint8),
        sieves=chance.integers(0, 1 << 40, (7, 10)),
        bits=chance.integers(0, 1 << 32, patches + 1).astype(np.uint32),
    )  # fmt: skip


@pytest.mark.parametrize("patches", [0, 1, 5_000])
def test_a_proof_is_read_as_it_was_written(patches: int, tmp_path: Path) -> None:
    proof = made_up(patches)
    write_proof(tmp_path / "a.proof", proof)
    found = read_proof(tmp_path / "a.proof")
    for name in ("numbers", "skipped", "sieves", "bits"):
        assert (getattr(found, name) == getattr(proof, name)).all(), name
    assert repr(found) == repr(proof)
    assert found.positions == 3
    assert [file.name for file in tmp_path.iterdir()] == ["a.proof"]


def test_a_damaged_or_foreign_file_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "a.proof"
    write_proof(file, made_up(100))
    whole = file.read_bytes()
    for place in (HEAD, len(whole) - 1):
        damaged = bytearray(whole)
        damaged[place] ^= 1
        file.write_bytes(bytes(damaged))
        with pytest.raises(BadProof, match="damaged"):
            read_proof(file)
    file.write_bytes(whole[:-1])
    with pytest.raises(BadProof, match="damaged"):
        read_proof(file)
    file.write_bytes(MAGIC + b"\x09" + whole[len(MAGIC) + 1 :])
    with pytest.raises(BadProof, match="version 9"):
        read_proof(file)
    file.write_bytes(b"something else")
    with pytest.raises(BadProof, match="is no proof"):
        read_proof(file)


@pytest.mark.parametrize(("name", "file"), SHIPPED, ids=lambda value: getattr(value, "name", value))
def test_every_shipped_proof_is_named_by_its_options(name: str, file: Path) -> None:
    proof, game = read_proof(file), galda.game(name)
    assert proof.game == name
    assert file.name == proving.name_of_file(game, proof.options)
    assert proving.proof_for(game, game.read_options(proof.options)).checksum == proof.checksum


@pytest.mark.parametrize("name", PROVABLE)
def test_proofs_stay_small(name: str) -> None:
    folder = proving.packaged_folder(galda.game(name))
    files = [*folder.glob("*"), *folder.parent.parent.glob("rules/*.npz")]
    assert 0 < sum(file.stat().st_size for file in files) <= MOST_BYTES


@pytest.mark.parametrize("name", galda.game_names())
def test_the_level_is_listed_just_where_the_usual_game_is_proved(name: str) -> None:
    game = galda.game(name)
    assert ("never-loses" in level_names(game)) == proving.is_proved(game)
    assert "never-loses" in galda.bot_names()


@pytest.mark.parametrize(("name", "file"), SHIPPED)
def test_where_its_player_cannot_come_the_bot_thinks_by_itself(name: str, file: Path) -> None:
    """Sieves mean nothing there: they may even skip all moves."""
    game, proof, nodes, asked = galda.game(name), read_proof(file), 40, 0
    print("seed", SEED)
    bot, thinker = ProvenBot(SEED, nodes), AlphaBeta(nodes=nodes, seed=SEED)
    prover, chance = prover_of(game), random.Random(SEED)
    assert prover is not None
    position = game.new(seed=0, **proof.options)
    while not position.is_over:
        for there in (position, game.position(position.text)):
            covered = prover.covers(proof, there.options, there.to_act)
            meets = covered and can_meet(prover, proof, there)
            chosen = bot.choose(there)
            if not meets:
                assert chosen == thinker.choose(there)
                asked += covered
            else:
                assert chosen == choose_by(prover, proof, there)
        position = position.play(chance.choice(position.legal_actions))
    assert asked > 5


@pytest.mark.parametrize(("name", "file"), SHIPPED)
def test_a_bot_that_plays_by_a_proof_can_meet_all_it_comes_to(name: str, file: Path) -> None:
    game, proof = galda.game(name), read_proof(file)
    prover, chance = prover_of(game), random.Random(SEED)
    assert prover is not None
    position, met = game.new(seed=0, **proof.options), 0
    while not position.is_over:
        if prover.covers(proof, position.options, position.to_act):
            known = pickle.loads(pickle.dumps(position.known_to(position.to_act, 3)))
            assert can_meet(prover, proof, known), "also in the process that thinks for a table"
            position, met = position.play(ProvenBot().choose(known)), met + 1
        else:
            position = position.play(chance.choice(position.legal_actions))
    assert met > 1


def test_with_a_budget_it_looks_at_so_many_positions_where_nothing_is_proved() -> None:
    second = galda.game("quixo").new(size=4).play("a1-a4").play("d1-d4").play("b1-b4")
    for nodes in (30, 3000):
        chosen = galda.make_bot(f"never-loses:{nodes}", seed=3).choose(second)
        assert chosen == AlphaBeta(nodes=nodes, seed=3).choose(second)
    with pytest.raises(galda.GaldaError):
        galda.make_bot("never-loses:0")


def test_without_a_proof_it_is_said_what_is_proved() -> None:
    quixo = galda.game("quixo")
    with pytest.raises(GaldaError, match="there are proofs for --size 3, --size 4"):
        ProvenBot().choose(quixo.new(players=4))
    with pytest.raises(GaldaError, match="nobody has proved Alhambra"):
        ProvenBot().choose(galda.game("alhambra").new(players=2))
    with pytest.raises(GaldaError, match="nobody knows how to prove anything of Alhambra"):
        proving.check(galda.game("alhambra"), {})


def test_a_proof_for_another_network_is_refused(tmp_path: Path) -> None:
    quixo = galda.game("quixo")
    proof = proving.proof_for(quixo, quixo.read_options({"size": 3}))
    file = tmp_path / "other.proof"
    write_proof(file, replace(proof, network="0" * 16))
    with pytest.raises(GaldaError, match="made with another network"):
        proving.check(quixo, {}, file=file)


def test_a_proof_in_the_users_folder_is_used_where_the_package_has_none(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GALDA_DATA", str(tmp_path))
    game = galda.game("quixo")
    usual = game.read_options({})
    if not proving.is_proved(game):
        write_proof(tmp_path / proving.name_of_file(game, {"size": 5}), made_up(10))
        assert proving.is_proved(game)
        assert "never-loses" in level_names(game)
    assert proving.proof_for(game, usual).options == {"size": 5}


def test_the_command_checks_a_proof_and_says_by_its_exit_whether_it_holds(
    tmp_path: Path,
) -> None:
    command = [sys.executable, "-m", "galda", "prove", "quixo", "--check"]
    told = subprocess.run(
        [*command, "--size", "3", "--layers"], capture_output=True, text=True, check=True
    )
    assert told.stdout.rstrip().endswith("The proof holds.")
    claims = subprocess.run(
        [*command[:-1], "--size", "4"], capture_output=True, text=True, check=True
    )
    assert "who begins and plays by this proof always wins" in claims.stdout
    assert "It can meet 8,518 positions" in claims.stdout
    quixo = galda.game("quixo")
    proof = proving.proof_for(quixo, quixo.read_options({"size": 3}))
    write_proof(tmp_path / "false.proof", replace(proof, checksum=1))
    told = subprocess.run(
        [*command, "--file", str(tmp_path / "false.proof")],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert told.returncode == 1
    assert "These are not the positions that the proof was made for." in told.stdout
