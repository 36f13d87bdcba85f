"""A patience's tables, filled from the readable engine's own; refused where a rule does not fit.

Nothing is worked out anew here: what may lie where, what is lifted and what reaches what is asked
of `cardkit.patience.tables`, which the readable engine plays by. So a relation that a plugin
wrote in Python is as fast as one in words.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from typing import Final

from attrs import field, frozen

from cardkit.kernel import Untabulated
from cardkit.kernel.patience import shape as at
from cardkit.kernel.patience.leaving import Leaving
from cardkit.moves import Move
from cardkit.patience.game import PatienceGame
from cardkit.patience.model import DealTo, Redeal
from cardkit.patience.tables import EMPTY
from cardkit.patience.tables import Tables as Readable
from cardkit.rng import Rng

#: Piles have numbers below those that stand for verbs; counts in moves have seven bits.
_MOST_PILES: Final = 60
_MOST_CARDS: Final = 120
_PHASES: Final = ("play", "layout")


@frozen(eq=False)
class Tables:
    """A game's tables as flat arrays, and its piles in the order of their numbers."""

    game: PatienceGame
    words: Sequence[int] = field(repr=False)
    numbers: Sequence[int] = field(repr=False)
    names: tuple[str, ...] = field(repr=False)
    #: By card, the first one of its rank that the tableau makes no difference to.
    alike: Sequence[int] = field(repr=False)
    #: Moves by their codes, those that have been asked for.
    moves: dict[int, Move] = field(init=False, repr=False, factory=dict)


def tabulate(game: PatienceGame) -> Tables:
    """The tables of a game. Raises Untabulated, saying which rule cannot be put into them.

    >>> import cardkit
    >>> from cardkit.kernel.patience import shape
    >>> tables = tabulate(cardkit.game("bisley"))
    >>> tables.numbers[shape.PILES], tables.numbers[shape.DECK]
    (21, 52)
    """
    _check(game)
    writer = _Writer(game)
    numbers = [int(number) for number in writer.tn]
    return Tables(game, writer.tw, numbers, game.tables.names, writer.alike())


def _check(game: PatienceGame) -> None:
    rules, names = game.rules, game.tables.names
    if len(names) > _MOST_PILES:
        raise Untabulated(f"{game.name} has {len(names)} piles, and the kernel {_MOST_PILES}")
    if len(rules.deck) > _MOST_CARDS:
        raise Untabulated(f"{game.name} has {len(rules.deck)} cards, and the kernel {_MOST_CARDS}")
    if len(rules.groups) > at.MOST_GROUPS:
        most = at.MOST_GROUPS
        raise Untabulated(f"{game.name} has {len(rules.groups)} groups, and the kernel {most}")
    for name, group in rules.groups.items():
        if not group.turn_up and group.kind == "tableau":
            raise Untabulated(f"{game.name}: cards of {name} that are uncovered stay face down")
    if sum(group.kind == "foundation" for group in rules.groups.values()) > 4:
        raise Untabulated(f"{game.name} has more than four groups of foundations")
    stocks = {part.stock for part in (rules.spread, rules.deal, rules.redeal) if part}
    if len(stocks) > 1:
        raise Untabulated(f"{game.name} has several stocks: {', '.join(sorted(stocks))}")
    dark = {
        name
        for step in rules.layout
        if isinstance(step, DealTo) and step.face == "down"
        for name in rules.piles(step.deal)
    }
    if rules.redeal:
        _check_redeal(game, rules.redeal, dark)
    if rules.refill and dark & set(rules.piles(rules.refill.source)) - stocks:
        raise Untabulated(f"{game.name}: spaces are filled with cards that lie face down")
    for name in dark - stocks:
        if game.tables.group_of[name].kind != "tableau":
            raise Untabulated(f"{game.name}: cards of {name} lie face down")


def _check_redeal(game: PatienceGame, redeal: Redeal, dark: set[str]) -> None:
    if redeal.shuffle:
        raise Untabulated(f"{game.name} shuffles the cards for a redeal")
    if any(step.face == "down" for step in redeal.layout):
        raise Untabulated(f"{game.name} deals cards face down after a redeal")
    if redeal.times != "unlimited" and redeal.times > at.MOST_REDEALS:
        most = at.MOST_REDEALS
        raise Untabulated(
            f"{game.name} has {redeal.times} redeals, and the kernel counts to {most}"
        )
    if redeal.times != 0 and dark & set(game.rules.piles(redeal.gather)):
        raise Untabulated(f"{game.name} gathers cards that lie face down")
    if sum(len(game.rules.piles(s.deal)) * s.rounds for s in redeal.layout) > at.STEPS:
        raise Untabulated(f"{game.name} lays out too many packets after a redeal")


class _Writer:
    """The two arrays in the making."""

    def __init__(self, game: PatienceGame) -> None:
        self.game, self.rules = game, game.rules
        self.tables: Readable = game.tables
        self.tw = [0] * at.TABLE_WORDS
        self.tn = [0] * at.TABLE_NUMBERS
        self.piles = range(len(self.tables.names))
        self._cards()
        self._piles()
        self._reach()
        self._stock()
        self._happenings()
        self._talon()
        Leaving(self.rules, self.tables, self.tw, self.tn).fill()
        self._hashes()

    def set_of(self, names: Iterable[str]) -> int:
        """The word of some piles."""
        return sum({1 << self.tables.index[name] for name in names})

    def _list(self, place: int, names: Sequence[str]) -> int:
        for i, name in enumerate(names):
            self.tn[place + i] = self.tables.index[name]
        return len(names)

    def _cards(self) -> None:
        tables, tw, tn = self.tables, self.tw, self.tn
        for card in tables.cards:
            tn[at.SUIT + card] = int(card.suit)
            tn[at.RANK + card] = int(card.rank)
            tn[at.COPIES + card] = self.game.deck.cards.count(card)
            for p, name in enumerate(tables.names):
                for host in tables.hosts[name][card]:
                    if host is EMPTY:
                        tw[at.OPENS + card] |= 1 << p
                        if tables.group_of[name].kind == "foundation":
                            tw[at.OPENERS] |= 1 << card
                        continue
                    tw[at.LIE + card * at.SPAN + host] |= 1 << p
                    tw[at.HOSTS + card] |= 1 << host
                    if tables.group_of[name].kind == "tableau":
                        tw[at.GUESTS + host] |= 1 << card
                    if tables.group_of[name].kind == "foundation":
                        tw[at.FOLLOWERS + host] |= 1 << card
        for g, name in enumerate(self.rules.groups):
            for card, below in tables.chains[name].items():
                tw[at.CHAIN + g * at.SPAN + card] = sum(1 << host for host in below)

    def _piles(self) -> None:
        tables, tw, tn = self.tables, self.tw, self.tn
        lifts = {"one": at.ONE_CARD, "run": at.RUN, "by-spaces": at.BY_SPACES}
        groups = list(self.rules.groups)
        for p, name in enumerate(tables.names):
            group = tables.group_of[name]
            tn[at.GROUP + p] = groups.index(tables.group_name_of[name])
            tn[at.LIFT + p] = lifts[group.lift.cards]
            for other, agrees in tables.kin[name]:
                tw[(at.FELLOWS if agrees else at.OTHERS) + p] |= 1 << tables.index[other]
                tn[at.KIN] = 1
            if group.automatic:
                tw[at.AUTOMATIC] |= 1 << p
            if group.kind == "tableau" and group.space.accepts == "any":
                tw[at.ANY_SPACE] |= 1 << p
        tw[at.TABLEAU] = self.set_of(tables.tableau)
        tw[at.FOUNDATIONS] = self.set_of(tables.foundations)
        tw[at.CELLS] = self.set_of(tables.cells)
        found = [name for name, group in self.rules.groups.items() if group.kind == "foundation"]
        for i, name in enumerate(found):
            tw[at.FOUNDATION_GROUPS + i] = self.set_of(self.rules.groups[name].names(name))
        tn[at.FOUNDATION_KINDS] = len(found)
        tn[at.PILES], tn[at.GROUPS] = len(tables.names), len(groups)
        tn[at.DECK] = len(self.rules.deck)
        tn[at.ROOM] = len(self.rules.deck) + 1

    def _reach(self) -> None:
        tables, tw = self.tables, self.tw
        for phase in range(2):
            for redealt in range(2):
                row = (phase * 2 + redealt) * at.SPAN
                for p, source in enumerate(tables.names):
                    for q, target in enumerate(tables.names):
                        if p == q:
                            continue
                        for place, empty in ((at.REACH_OPEN, True), (at.REACH_BUILD, False)):
                            entry = tables.entry(
                                source, target, _PHASES[phase], bool(redealt), empty
                            )
                            if entry is not None and entry.allow:
                                tw[place + row + p] |= 1 << q
        for place in (at.REACH_OPEN, at.REACH_BUILD):
            for p in self.piles:
                for row in (0, 2 * at.SPAN):
                    if tw[place + row + p] != tw[place + row + at.SPAN + p]:
                        self.tn[at.REACH_REDEALT] = 1

    def _stock(self) -> None:
        rules, tn, tw = self.rules, self.tn, self.tw
        tn[at.STOCK] = -1
        for part in (rules.spread, rules.deal, rules.redeal):
            if part is not None:
                tn[at.STOCK] = self.tables.index[part.stock]
        if rules.spread is not None:
            tn[at.SPREADS] = self._list(at.SPREAD_LIST, rules.piles(rules.spread.to))
            tn[at.SPREAD_REFILLS] = rules.spread.refill == "immediate"
            tn[at.NEWEST_ONLY] = rules.spread.playable == "newest"
        if rules.deal is not None:
            deal = rules.deal
            piles = rules.piles(deal.to)
            tn[at.DEALS] = self._list(at.DEAL_LIST, piles)
            tn[at.DEAL_CARDS] = deal.cards
            tn[at.DEAL_ROUNDS] = at.ENDLESS if deal.rounds == "all" else deal.rounds
            tn[at.DEAL_FULL] = deal.unless_spaces
            tw[at.DEALT] = self.set_of(piles)
            tn[at.DEALS_TABLEAU] = self._is_laid_out(piles)
        if rules.redeal is not None:
            self._redeal(rules.redeal)

    def _is_laid_out(self, piles: Iterable[str]) -> bool:
        """True if piles other than wastes are dealt to or gathered, which tells them apart."""
        return any(self.tables.group_of[name].kind != "waste" for name in piles)

    def _redeal(self, redeal: Redeal) -> None:
        tn = self.tn
        piles = self.rules.piles(redeal.gather)
        if redeal.top == "first":
            piles = piles[::-1]
        tn[at.GATHERS] = self._list(at.GATHER_LIST, piles)
        unlimited = redeal.times == "unlimited"
        tn[at.REDEALS_ALLOWED] = at.ENDLESS if redeal.times == "unlimited" else redeal.times
        tn[at.WITHOUT_END] = unlimited and not tn[at.REACH_REDEALT]
        when = {"always": at.ALWAYS, "stock-empty": at.STOCK_EMPTY, "stuck": at.STUCK}
        tn[at.REDEAL_WHEN] = when[redeal.allowed]
        tn[at.GATHER_TURNED] = redeal.turned
        tn[at.GATHERS_TABLEAU] = self._is_laid_out(piles) or bool(redeal.layout)
        steps = [
            (self.tables.index[name], step.each)
            for step in redeal.layout
            for name in self.rules.piles(step.deal) * step.rounds
        ]
        for i, step in enumerate(steps):
            tn[at.STEP_LIST + 2 * i : at.STEP_LIST + 2 * i + 2] = step
        tn[at.STEPS_USED] = len(steps)

    def _happenings(self) -> None:
        rules, tn, tw = self.rules, self.tn, self.tw
        if rules.refill is not None:
            tn[at.REFILLS] = self._list(at.REFILL_TO, rules.piles(rules.refill.to))
            sources = rules.piles(rules.refill.source)
            tn[at.REFILL_SOURCES] = self._list(at.REFILL_FROM, sources)
            tn[at.REFILL_FED] = any(
                tw[place + row * at.SPAN + p] & self.set_of(sources)
                for place in (at.REACH_OPEN, at.REACH_BUILD)
                for row in range(4)
                for p in self.piles
            )
        if rules.removal is not None:
            tn[at.REMOVAL] = rules.removal.length
            tw[at.REMOVE_FROM] = self.set_of(rules.piles(rules.removal.source))
            tw[at.REMOVE_TO] = self.set_of(rules.piles(rules.removal.to))
            for card in self.tables.cards:
                tw[at.REMOVED + card] = sum(
                    1 << below for below in self.tables.cards if rules.removal.run.fits(card, below)
                )
        tn[at.SETTLES] = bool(tw[at.AUTOMATIC] or rules.refill or rules.removal)

    def _talon(self) -> None:
        """Whether stock and waste only ever turn over into each other."""
        rules, tn, tw = self.rules, self.tn, self.tw
        deal, redeal = rules.deal, rules.redeal
        if deal is None or rules.spread or rules.refill or rules.removal:
            return
        piles = rules.piles(deal.to)
        if len(piles) != 1 or self.tables.group_of[piles[0]].kind != "waste":
            return
        waste, stock = self.tables.index[piles[0]], tn[at.STOCK]
        both = 1 << waste | 1 << stock
        taken = any(
            tw[place + row * at.SPAN + p] & both
            for place in (at.REACH_OPEN, at.REACH_BUILD)
            for row in range(4)
            for p in self.piles
        )
        gives = any(
            tw[place + row * at.SPAN + stock]
            for place in (at.REACH_OPEN, at.REACH_BUILD)
            for row in range(4)
        )
        whole = redeal is None or (
            rules.piles(redeal.gather) == piles and redeal.turned and not redeal.layout
        )
        stays = redeal is None or redeal.allowed == "stock-empty"
        single = deal.rounds == 1 and tn[at.LIFT + waste] == at.ONE_CARD
        # A redeal must be worth nothing by itself.
        plain = not deal.unless_spaces and not tn[at.REACH_REDEALT]
        tn[at.TALON_GAME] = not taken and not gives and whole and stays and single and plain
        tn[at.WASTE] = waste

    def alike(self) -> list[int]:
        """By card, the first one of its rank that goes on the same cards of the tableau, takes the
        same ones, and is lifted with the same ones."""
        tw, tableau = self.tw, self.tw[at.TABLEAU]
        groups = {self.tn[at.GROUP + p] for p in self.piles if self.tn[at.LIFT + p] != at.ONE_CARD}
        chains = [at.CHAIN + group * at.SPAN for group in sorted(groups)]
        found, first = list(range(at.SPAN)), dict[Hashable, int]()
        for card in self.tables.cards:
            below = tuple(tw[at.LIE + card * at.SPAN + host] & tableau for host in range(at.SPAN))
            above = tuple(tw[at.LIE + guest * at.SPAN + card] & tableau for guest in range(at.SPAN))
            lifted = tuple(tw[chain + card] for chain in chains)
            lifting = tuple(tw[c + other] >> card & 1 for c in chains for other in range(at.SPAN))
            spaces = tw[at.OPENS + card] & tableau
            kind = card.rank, below, above, lifted, lifting, spaces
            found[card] = first.setdefault(kind, card)
        return found

    def _hashes(self) -> None:
        rng, tw = Rng.stream(0, "kernel", "hash"), self.tw
        for place in range(at.HASH_UP, at.HASH_TALON + 2 * at.SPAN):
            tw[place] = rng.next()
        for p in self.piles:
            # Of twins the first lends its number to all.
            twins = tw[at.TWINS + p]
            tw[at.HASH_TWIN + p] = tw[at.HASH_TWIN + (twins & -twins).bit_length() - 1]
