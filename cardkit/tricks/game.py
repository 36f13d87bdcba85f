"""A trick-taking game that is played from its rules as data; one state is a whole match."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain
from types import MappingProxyType

from cardkit.cards import SUIT_LETTERS, Card
from cardkit.entries import OptionValue
from cardkit.moves import Move
from cardkit.outcome import Outcome, Reason
from cardkit.piles import PileSpec
from cardkit.state import Game, State
from cardkit.table import FactSpec, Layout, Table
from cardkit.tricks.classes import Classes
from cardkit.tricks.duties import Duties, Trick
from cardkit.tricks.model import Rules, seat_of
from cardkit.tricks.play import Play
from cardkit.tricks.scoring import Result
from cardkit.tricks.sheet import ScoreSheet, sheet_of
from cardkit.tricks.stage import Decision, Stage

_OVER = "over"


class TrickGame(Game):
    """A trick-taking game: `Rules` brought to life.

    Piles are `hand0`, `hand1` ..., `table` and `away` where the game has them, `trick`, and `won0`,
    `won1` ... for the tricks taken. Facts of the match are `deal` (counted from 0), `dealer`,
    `forehand`, the running `score`, the `sheet` with a row for each finished deal (forehand,
    contract, trumps, tricks, points) and, where each contract is played once, those `used` by each
    seat. Facts of the deal are `phase`, `contract`, `trump`, `tricks` and `hand`, the pile that
    `turn` plays from.

    >>> from cardkit.rulesfile import packaged_game
    >>> state = packaged_game("cardkit_games.bismarck").create({"session": "quick"}).deal(1)
    >>> state.facts["contract"], state.facts["phase"], len(state.moves)
    ('trump', 'away', 20)
    """

    family = "tricks"

    def __init__(
        self,
        rules: Rules,
        *,
        name: str,
        version: str = "1",
        options: Mapping[str, OptionValue] = MappingProxyType({}),
        digest: str | None = None,
    ) -> None:
        """A game called `name` from its rules; `digest` is a hash of the file they came from."""
        self.name, self.version = name, version
        self.rules = rules
        self.options = MappingProxyType(dict(options))
        self.seats = rules.seats
        self.deck = rules.deck
        self._cards = rules.cards
        #: True if a hand may have two equal cards.
        self.doubles = rules.deck.packs > 1
        self._digest = digest
        seats = range(rules.seats)
        self.hands = tuple(f"hand{i}" for i in seats)
        self.won = tuple(f"won{i}" for i in seats)
        self.left_of = tuple((i + 1) % rules.seats for i in seats)
        self.classes = Classes(rules.cards, rules.order)
        opening = (stage.duties() for stage in rules.stages if isinstance(stage, Play))
        self.duties = Duties((*chain(*opening), *rules.duties), self.classes)
        #: The moves that announce each contract.
        self.announcements = {name: tuple(self._announcements(name)) for name in rules.contracts}
        decisions = [stage for stage in rules.stages if isinstance(stage, Decision)]
        self._hand_moves = {
            stage.verb: {card: _move(stage.verb, card) for card in self._cards}
            for stage in decisions
            if stage.by_card
        }
        self.plays = self._hand_moves.get(None, {})
        self._decisions = {stage.phase: stage for stage in decisions}
        self._after = {s.phase: rules.stages[i + 1 :] for i, s in enumerate(rules.stages)}
        self._place = {stage.phase: i for i, stage in enumerate(rules.stages)}
        self.piles = tuple(self._pile_specs())
        self.facts = tuple(self._fact_specs())

    def _announcements(self, name: str) -> Iterator[Move]:
        contract = self.rules.contracts[name]
        words = ["contract", *([name] if self.rules.schedule.once else [])]
        if contract.trump != "named":
            yield Move(f"contract {name}")
            return
        for suit in contract.suits:
            yield Move(" ".join([*words, suit]))

    def _pile_specs(self) -> Iterator[PileSpec]:
        dealing = self.rules.dealing
        for i, hand in enumerate(self.hands):
            yield PileSpec(hand, ordered=False, seats=(i,))
        if dealing.table or dealing.turned == "last-dealt":
            yield PileSpec("table", seats=None if dealing.lies_open else ())
        for stage in self.rules.stages:
            yield from stage.piles(self.rules)
        yield PileSpec("trick")
        for won in self.won:
            yield PileSpec(won)

    def _fact_specs(self) -> Iterator[FactSpec]:
        nothing = (0,) * self.seats
        yield FactSpec("deal", 0)
        yield FactSpec("dealer", 0)
        yield FactSpec("forehand", 0)
        yield FactSpec("score", nothing)
        yield FactSpec("sheet", ())
        if self.rules.schedule.once:
            yield FactSpec("used", ((),) * self.seats)
        yield FactSpec("phase", None, scope="deal")
        yield FactSpec("contract", None, scope="deal")
        yield FactSpec("trump", None, scope="deal")
        yield FactSpec("tricks", nothing, scope="deal")
        yield FactSpec("hand", None, scope="deal")
        for stage in self.rules.stages:
            yield from stage.facts(self.rules)

    @property
    def digest(self) -> str:
        """A short hash of the rules and options, for records."""
        return self._digest or super().digest

    def cards_in_play(self) -> Sequence[Card]:
        """The deck without the cards that the game does not use."""
        return self._cards

    # -- the game ------------------------------------------------------------------------------

    def setup(self, t: Table) -> None:
        """Draw the first dealer, unless one is named, and deal."""
        dealer = self.rules.first_dealer
        if dealer == "drawn":
            dealer = t.deal.rng("first dealer").below(self.seats) if t.deal else 0
        self._deal(t, 0, dealer)

    def _deal(self, t: Table, number: int, dealer: int) -> None:
        t.begin("deal")
        forehand = seat_of("forehand", dealer, self.seats)
        t.set("deal", number)
        t.set("dealer", dealer)
        t.set("forehand", forehand)
        for stage in self.rules.stages:
            stage.prepare(self, t)
        order = t.shuffled(self._cards)
        dealing = self.rules.dealing
        count = self.seats * dealing.hands - (dealing.turned == "last-dealt")
        for i in range(self.seats):
            t.lay(self.hands[(forehand + i) % self.seats], order[i : count : self.seats])
        if count < len(order):
            t.lay("table", order[count:], up=dealing.lies_open)
        self._advance(t, self.rules.stages)

    def _advance(self, t: Table, stages: Sequence[Stage]) -> None:
        """Enter one stage after the other, until somebody has to decide or the deal is over."""
        for stage in stages:
            t.set("phase", stage.phase)
            if not stage.enter(self, t):
                return
        self._finish(t)

    def _finish(self, t: Table) -> None:
        """Score the deal; deal again, or end the match."""
        facts = t.facts
        result = self.result(t)
        points = tuple((result.contract.scoring or self.rules.scoring)(result))
        score = tuple(a + b for a, b in zip(facts["score"], points, strict=True))
        t.set("score", score)
        row = (facts["forehand"], facts["contract"], facts["trump"], facts["tricks"], points)
        t.set("sheet", (*facts["sheet"], row))
        if "surplus" in facts:
            t.set("surplus", result.surplus)
        number: int = facts["deal"] + 1
        if number == self.rules.length or self.rules.match.reached(score):
            t.set("phase", _OVER)
        else:
            self._deal(t, number, self.left_of[facts["dealer"]])

    def result(self, s: Layout) -> Result:
        """The tricks and cards that each side has taken in the deal under way."""
        facts = s.facts
        contract = self.rules.contracts[facts["contract"]]
        sides = [self.rules.side_of(i) for i in range(self.seats)]
        return Result(
            contract=contract,
            dealer=facts["dealer"],
            quotas=tuple(contract.quota(facts["dealer"], i, self.seats) for i in range(self.seats)),
            tricks=tuple(sum(facts["tricks"][i] for i in side) for side in sides),
            cards=tuple(tuple(c for i in side for c in s.cards[self.won[i]]) for side in sides),
        )

    def moves(self, s: State | Layout) -> Sequence[Move]:
        """The legal moves of the stage under way; none when the match is over."""
        stage = self._decisions.get(s.facts["phase"])
        return () if stage is None else stage.moves(self, s)

    def why_not(self, s: State | Layout, m: Move) -> Reason | None:
        """Why a move is not legal, or None if it is."""
        now = self._decisions.get(s.facts["phase"])
        if now is None:
            return Reason(self.rules.match.clause, "the match is over")
        if m.source is None:
            for stage in self._decisions.values():
                if stage.verb == m.verb:
                    return stage.why_not(self, s, m) if stage is now else self._not_now(stage, now)
        known = ", ".join(stage.example for stage in self._decisions.values())
        return Reason(now.clause, f"{m} is no move of this game (moves are {known})")

    def _not_now(self, stage: Decision, now: Decision) -> Reason:
        if self._place[stage.phase] < self._place[now.phase]:
            return Reason(stage.clause, f"{stage.over}; now {now.doing}")
        return Reason(now.clause, f"now {now.doing}: {stage.example} comes later")

    def apply(self, t: Table, m: Move) -> None:
        """Carry out a legal move with everything that follows, be it the start of a new deal."""
        phase = t.facts["phase"]
        if self._decisions[phase].apply(self, t, m):
            self._advance(t, self._after[phase])

    def outcome(self, s: State | Layout) -> Outcome | None:
        """The scores and who shares the highest once the match is over, else None."""
        if s.facts["phase"] != _OVER:
            return None
        score = s.facts["score"]
        best = max(score)
        winners = tuple(seat for seat, total in enumerate(score) if total == best)
        return Outcome("scored", scores=score, winners=winners)

    def sheet(self, s: Layout) -> ScoreSheet:
        """The deals that are over, with tricks, points and totals: what everybody has seen."""
        return sheet_of(self, s)

    def forbids(self, held: Card, card: Card, trick: Trick, trump: str | None) -> Reason | None:
        """Why a hand that has `held` may not play `card`; None if that is no obstacle."""
        return self.duties.forbids(held, card, trick, trump)

    # -- what the rules tell of hidden cards (see `cardkit.whereabouts.Deducing`) ------------------

    def lacks(self, s: Layout, m: Move) -> Iterable[tuple[str, Iterable[Card]]]:
        """What the hand that a move was made from did not hold, or the move were not legal."""
        stage = self._decisions.get(s.facts["phase"])
        return () if stage is None else ((s.facts["hand"], stage.lacks(self, s, m)),)

    def holds(self, s: Layout) -> Iterable[tuple[str, Card]]:
        """The card that the seat to lead must hold, if that is why it leads."""
        stage = self._decisions.get(s.facts["phase"])
        card = None if stage is None else stage.holds(s)
        return () if card is None else ((s.facts["hand"], card),)

    def is_free(self, s: Layout) -> bool:
        """False where a seat must make an unseen move that depends on its cards."""
        stage = self._decisions.get(s.facts["phase"])
        return stage is None or stage.is_free(s)

    def announces(self, m: Move, s: Layout) -> tuple[str, str | None]:
        """The contract and the trumps that a move would settle."""
        given = self.rules.schedule.contract(s.facts["deal"], self.seats)
        name = given or m.args[0]
        trump: str | None = self.rules.contracts[name].trump
        if trump == "named":
            return name, m.args[-1]
        if trump == "turned":
            suit = self.classes.suit_of[None][s.cards["table"][0]]
            return name, SUIT_LETTERS[suit]
        return name, None if trump == "none" else trump

    # -- what stages share ---------------------------------------------------------------------

    def pass_turn(self, t: Table, seat: int) -> None:
        """Let a seat decide, for its own hand."""
        t.set("turn", seat)
        t.set("hand", self.hands[seat])

    def hand_move(self, verb: str | None, card: Card) -> Move:
        """The move of a stage about one card."""
        return self._hand_moves[verb][card]

    def hand_moves(self, verb: str | None, s: Layout) -> Sequence[Move]:
        """A move for each card of the hand that is to play."""
        moves = self._hand_moves[verb]
        return [moves[card] for card in dict.fromkeys(s.cards[s.facts["hand"]])]

    def why_not_held(self, stage: Decision, s: Layout, m: Move) -> Reason | None:
        """Why a move is none of `hand_moves`; it tells of no hand but the one to be played from."""
        if m.card is None or m is not self._hand_moves[stage.verb].get(m.card):
            return Reason(stage.clause, f"{m} is no move here (say it like {stage.example!r})")
        if m.card not in s.cards[s.facts["hand"]]:
            seat = s.facts["turn"]
            return Reason(
                stage.clause, f"it is seat {seat}'s turn, and {m.card} is not in its hand"
            )
        return None


def _move(verb: str | None, card: Card) -> Move:
    return Move(f"{verb} {card}" if verb else str(card))
