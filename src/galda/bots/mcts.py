"""Monte-Carlo tree search (ISMCTS with UCT), for every game."""

from __future__ import annotations

import time
from collections.abc import Collection
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from galda.bots.kernels import ismcts
from galda.bots.kernels.ismcts import NONE, Node, Progress, Search, iterate
from galda.bots.kernels.lookahead import MOST_LEAVES, best_leads
from galda.core.kernels.chance import scramble
from galda.core.play.position import Position
from galda.core.play.styles import PLAIN, Tastes
from galda.core.play.values import Estimate, Suggestion

EXCLUDED = -1e30
"""The prior of an action that is not to be tried: less than any other."""

WIDENING = 1.5
"""Progressive-widening coefficient: guided search expands at most `WIDENING * sqrt(visits)` actions
of a node."""


@dataclass
class TreeMemory:
    """The tree of a search's last choice; searches made by `dataclasses.replace` share it."""

    tree: Tree | None = None


@dataclass(frozen=True)
class Mcts:
    """Stops after a number of iterations or a time, whichever is first.

    >>> from galda.bots.mcts import Mcts
    >>> position = galda.game("towers").new(seed=1)
    >>> Mcts(iterations=50, seed=1).choose(position) in position.legal_actions
    True
    """

    iterations: int = 1 << 40
    seconds: float | None = None
    exploration: float = 0.4
    rollout_limit: int = 100_000
    """Actions of a rollout; where it stops, the game's heuristic scores say how each has done."""
    guided: bool = True
    """Whether rollouts follow the game's own rollout policy, or chance alone."""
    nodes: int = 300_000
    """The tree's fixed memory; when it is full, only the known part is searched further."""
    seed: int = 0
    reuse: bool = False
    """Whether the tree of the last choice is grown on, as far as the game followed it."""
    tastes: Tastes = field(default_factory=lambda: PLAIN, repr=False, compare=False)
    """Points for the traits of its game that it adds to scores; none: it has no style."""
    memory: TreeMemory = field(default_factory=TreeMemory, repr=False, compare=False)

    def choose(self, position: Position, among: Collection[int] | None = None) -> int:
        """The action tried most often, among some if not all are wanted.

        >>> from galda.bots.mcts import Mcts
        >>> Mcts(seconds=0.01).choose(galda.game("quixo").new()) < 44
        True
        """
        return self.suggest(position, among)[0].action

    def suggest(self, position: Position, among: Collection[int] | None = None) -> list[Suggestion]:
        """The legal actions, most tried first; those that are not wanted come last.

        >>> from galda.bots.mcts import Mcts
        >>> moves = Mcts(iterations=100).suggest(galda.game("quixo").new())
        >>> moves[0].visits >= moves[1].visits
        True
        """
        tree = self._plant(position)
        tree.grow(position, self, among)
        found = tree.children(position.to_act)
        if among is not None:
            found.sort(key=lambda move: move.action not in among)
        tried = {suggestion.action for suggestion in found}
        missing = [action for action in position.legal_actions if action not in tried]
        return found + [Suggestion(action, Estimate(0.0)) for action in missing]

    def _plant(self, position: Position) -> Tree:
        """The tree to grow: the last one where it leads here, else a new one."""
        tree = self.memory.tree
        if not self.reuse or tree is None or not tree.follow(position):
            tree = self.memory.tree = self.new_tree(position)
        return tree

    def new_tree(self, position: Position) -> Tree:
        """A tree of nothing but its root.

        >>> from galda.bots.mcts import Mcts
        >>> Mcts().new_tree(galda.game("quixo").new()).used
        1
        """
        return Tree(position, self.nodes)


class Tree:
    """The nodes of a search, with the root it is grown from."""

    def __init__(self, position: Position, nodes: int) -> None:
        self.nodes = np.zeros(nodes, Node)
        self.nodes[0]["first_child"] = NONE
        self.value_sums = np.zeros((nodes, position.players), np.float32)
        self.used = 1
        self.root = 0
        self.actions = position.actions
        self.iterations = 0
        self.actions_played = 0
        game = position.game
        self.chancy = game.has("determinize")
        """Whether the same actions can lead to different positions."""
        self._kernel_tree = ismcts.Tree(self.nodes, self.value_sums)
        self._work = ismcts.new_workspace(
            game.rules.record, game.rules.most_legal, game.rules.action_count
        )

    def follow(self, position: Position) -> bool:
        """Move the root to `position` if it was searched below the present one.

        What chance reveals in between was another thing in every iteration: then nothing is left.
        A position without a past does not say whether it was.
        """
        actions, known = position.actions, len(self.actions)
        if (self.chancy and not position.in_turn) or not actions:
            return False
        if actions[:known] != self.actions or self.used > len(self.nodes) * 3 // 4:
            return False
        root = self.root
        for action in actions[known:]:
            root = self.nodes[root]["first_child"]
            while root != NONE and self.nodes[root]["action"] != action:
                root = self.nodes[root]["next_sibling"]
            if root == NONE:
                return False
        self.root, self.actions = int(root), actions
        return True

    def grow(self, position: Position, bot: Mcts, among: Collection[int] | None = None) -> None:
        """Run iterations until the search's budget is spent."""
        began, done = time.perf_counter(), 0
        step = bot.iterations if bot.seconds is None else 1
        seed = np.uint64(scramble(np.uint64(bot.seed + len(self.actions))))
        search = Search(
            root=position.states,
            root_node=self.root,
            viewer=position.to_act,
            players=position.players,
            seed=seed,
            exploration=bot.exploration,
            rollout_limit=bot.rollout_limit,
            chancy=self.chancy,
            guided=bot.guided,
            widening=WIDENING,
            priors=self._priors(position, bot, among),
            tastes=bot.tastes,
        )
        while done < bot.iterations:
            last = min(done + step, bot.iterations)
            self.used, played = self._iterate(search, done, last)
            self.iterations += last - done
            self.actions_played += played
            done = last
            if bot.seconds is not None:
                if done == 1:  # the clock starts when the kernels are loaded
                    began = time.perf_counter()
                took = time.perf_counter() - began
                if took >= bot.seconds:
                    break
                pace = (done - 1) / took if took > 0.001 else 1000
                step = max(int(pace * min(bot.seconds - took, 0.1)), 1)

    def _iterate(self, search: Search, first: int, last: int) -> Progress:
        told: Progress = iterate(self._kernel_tree, search, self._work, self.used, first, last)
        return told

    def _priors(
        self, position: Position, bot: Mcts, among: Collection[int] | None
    ) -> npt.NDArray[np.float64]:
        """The lead that each action can bring this turn, by which actions are tried first."""
        game = position.game
        priors, leads = np.zeros(game.rules.action_count), np.zeros(game.rules.most_legal)
        states = position.known_to(position.to_act, len(self.actions)).states
        best_leads(states, position.players, MOST_LEAVES, game.rules.most_legal, bot.tastes, leads)
        priors[list(position.legal_actions)] = leads[: len(position.legal_actions)]
        if among is not None:
            priors[[action for action in position.legal_actions if action not in among]] = EXCLUDED
        return priors

    def children(self, seat: int) -> list[Suggestion]:
        """The root's actions, most visited first; a network names some before they are tried."""
        found = []
        child = self.nodes[self.root]["first_child"]
        while child != NONE:
            node = self.nodes[child]
            visits = int(node["visits"])
            value = Estimate(float(self.value_sums[child, seat]) / max(visits, 1))
            suggestion = Suggestion(int(node["action"]), value, visits)
            found.append((-visits, -value.chance, -int(node["prior"]), suggestion))
            child = node["next_sibling"]
        return [each[-1] for each in sorted(found, key=lambda s: (*s[:-1], s[-1].action))]
