"""Walking a proof in a real browser: replies by clicking, taken back and begun anew."""

from __future__ import annotations

from browsing import Server, visit
from playwright.sync_api import Browser, expect
from test_lessons_in_the_browser import touch

import galda
from galda.core.play.prover import Proof, prover_of
from galda.solve.proving import packaged_proofs

QUIXO = galda.game("quixo")


def answered(proof: Proof, position: galda.Position) -> galda.Position:
    """A position after the answer of the proof's player."""
    prover = prover_of(QUIXO)
    assert prover is not None
    return position.play(prover.choose(proof, position.state))


def test_replies_are_answered_until_the_proof_has_won(server: Server, browser: Browser) -> None:
    proof = packaged_proofs(QUIXO)["quixo-4"]
    page = visit(browser, 360, 740)
    page.goto(f"{server.url}/proof/quixo/quixo-4")
    said, back = page.locator("#prompt"), page.locator("#back")
    position = start = answered(proof, QUIXO.new(size=4))
    first = start.before
    assert first is not None
    opening = first.sentence(start.actions[-1])
    expect(said).to_have_text(opening)
    expect(page.locator("#left")).to_contain_text("at most 8,517 of 8,518")
    expect(back).to_be_hidden()
    while not position.is_over:
        path, action = next(iter(position.paths.items()))
        for id_ in path:
            touch(page, id_)
        position = position.play(action)
        if not position.is_over:
            before, position = position, answered(proof, position)
            expect(said).to_contain_text(before.sentence(position.actions[-1]))
        if len(position.actions) == 3:
            back.click()
            expect(said).to_have_text(opening)
            position = start
            expect(back).to_be_hidden()
            for id_ in path:
                touch(page, id_)
            position = answered(proof, position.play(action))
            expect(back).to_be_visible()
    assert position.scores[0] == 1
    expect(said).to_contain_text("The proof has won.")
    page.click("#again")
    expect(said).to_have_text(opening)
    page.context.close()
