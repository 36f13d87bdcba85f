"""What a solver may leave out in a game, read off its tables: where each dominance holds.

The dominances themselves, with their proofs, are in `cardkit.kernel.patience.dominance` and
`cardkit.kernel.patience.uses`; here is what each of them needs of a game. Whatever is in doubt is
not left out.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from itertools import product

from attrs import frozen

from cardkit.kernel.patience import shape as at
from cardkit.patience.model import Group, Rules
from cardkit.patience.tables import EMPTY
from cardkit.patience.tables import Tables as Readable

#: The reach tables of play: before a redeal and after.
_ROWS = [at.REACH_OPEN, at.REACH_OPEN + at.SPAN, at.REACH_BUILD, at.REACH_BUILD + at.SPAN]


@frozen(slots=False)
class Leaving:
    """The preconditions of one game, whose tables but for those of dominance are filled."""

    rules: Rules
    tables: Readable
    words: list[int]
    numbers: list[int]

    def fill(self) -> None:
        """Write down what may be left out."""
        words, numbers, piles = self.words, self.numbers, self._piles
        words[at.SURE] = sum(1 << f for f in self._foundations if self._is_sure(f))
        words[at.UNCONTESTED] = sum(1 << f for f in self._foundations if self._is_uncontested(f))
        numbers[at.RETURNS] = self._returns
        if self._may_be_safe():
            words[at.GIVES_SAFELY] = words[at.TABLEAU] | words[at.CELLS]
        for p in piles:
            words[at.TWINS + p] = 1 << p
            if self._is_closed(p):
                words[at.CLOSED] |= 1 << p
            if numbers[at.LIFT + p] == at.BY_SPACES and self._steps_suffice(p):
                words[at.STEPWISE] |= 1 << p
            if numbers[at.LIFT + p] == at.RUN and self._builds_runs(p):
                words[at.FOLLOWED] |= 1 << p
        numbers[at.BACK_TO_USE] = self._comes_back_to_use()
        numbers[at.TALON_TO_USE] = self._talon_waits()
        for p, q in product(piles, piles):
            if q < p and self._twins(p, q):
                words[at.TWINS + p] |= 1 << q
                words[at.TWINS + q] |= 1 << p

    # -- what is asked of the tables ---------------------------------------------------------------

    @property
    def _piles(self) -> range:
        return range(len(self.tables.names))

    def _group(self, p: int) -> Group:
        return self.tables.group_of[self.tables.names[p]]

    @cached_property
    def _foundations(self) -> list[int]:
        return [p for p in self._piles if self._group(p).kind == "foundation"]

    @cached_property
    def _sources(self) -> list[int]:
        return [p for p in self._piles if self._group(p).kind != "foundation"]

    @cached_property
    def _rows(self) -> list[int]:
        """The reach tables that hold once nothing is to come that goes by the order of piles."""
        gathers = self.numbers[at.GATHERS_TABLEAU] and self.numbers[at.REDEALS_ALLOWED] > 0
        return _ROWS[1::2] if gathers else _ROWS

    def _reached(self, p: int) -> int:
        """The piles that a pile plays to at some time in play."""
        found = 0
        for row in self._rows:
            found |= self.words[row + p]
        return found

    def _kin(self, p: int) -> int:
        return self.words[at.OTHERS + p] | self.words[at.FELLOWS + p]

    @cached_property
    def _returns(self) -> bool:
        """True if cards may leave foundations."""
        return any(self._reached(f) for f in self._foundations)

    def _openers(self, f: int) -> list[int]:
        return [card for card in self.tables.cards if self.words[at.OPENS + card] >> f & 1]

    def _pairs_on(self, f: int) -> Iterator[tuple[int, int]]:
        """Each card with each that it may lie on in a pile."""
        for card, hosts in self.tables.hosts[self.tables.names[f]].items():
            for host in hosts:
                if host is not EMPTY:
                    yield card, host

    # -- safe play-ups -----------------------------------------------------------------------------

    def _is_sure(self, f: int) -> bool:
        """True if every card that can go onto another can go to this foundation instead."""
        words = self.words
        for p in self._sources:
            if any(words[row + p] & words[at.TABLEAU] for row in self._rows) and not all(
                words[row + p] >> f & 1 for row in self._rows
            ):
                return False
        return True

    def _is_uncontested(self, f: int) -> bool:
        """True if no card that opens a foundation can take the place of another one."""
        group, openers = self._group(f), self._openers(f)
        if group.suits_by is not None:
            return False
        if len(openers) == 1:
            return True
        size = len(group.names(self.tables.group_name_of[self.tables.names[f]]))
        suits = {card >> 4 for card in openers}
        if group.suits == "unique":
            return len(openers) == len(suits) <= size
        return (
            group.suits == "any" and sum(self.numbers[at.COPIES + card] for card in openers) <= size
        )

    def _may_be_safe(self) -> bool:
        words, rules = self.words, self.rules
        if rules.removal is not None or self._has_choice() or self._exchanges():
            return False
        for p in self._piles:
            kind = self._group(p).kind
            if kind == "tableau" and self._kin(p) & words[at.FOUNDATIONS]:
                return False
            others = ~(words[at.TABLEAU] | words[at.CELLS] | words[at.FOUNDATIONS])
            if kind in ("tableau", "cell") and self._reached(p) & others:
                return False
        if words[at.AUTOMATIC] and (
            words[at.AUTOMATIC] & ~words[at.UNCONTESTED]
            or self._returns
            or max(self.numbers[at.COPIES : at.COPIES + at.SPAN]) > 1
        ):
            return False
        return not self._run_bars_itself()

    def _has_choice(self) -> bool:
        """True if on some card of a foundation different cards may follow."""
        for f in self._foundations:
            hosts = [host for _, host in self._pairs_on(f)]
            if len(hosts) != len(set(hosts)):
                return True
        return False

    def _exchanges(self) -> bool:
        """True if a card may pass from one foundation to another."""
        for f, g in product(self._foundations, self._foundations):
            if self._reached(f) >> g & 1:
                held = ({c for c, _ in self._pairs_on(p)} | set(self._openers(p)) for p in (f, g))
                if set.intersection(*held):
                    return True
        return False

    def _run_bars_itself(self) -> bool:
        """True if a run that is lifted can hold a card above one that it must follow up."""
        for name, group in self.rules.groups.items():
            if group.lift.cards == "one" or group.kind == "foundation":
                continue
            below = self._far_below(name)
            for f in self._foundations:
                if any(host in below[card] for card, host in self._pairs_on(f)):
                    return True
        return False

    # -- other dominances --------------------------------------------------------------------------

    def _is_closed(self, p: int) -> bool:
        """True if no card ever opens a pile, and it gives single cards."""
        words = self.words
        if not words[at.TABLEAU] >> p & 1 or self.numbers[at.LIFT + p] != at.ONE_CARD:
            return False
        if self.rules.removal is not None or (words[at.AUTOMATIC] and self._returns):
            return False
        opened = any(words[at.OPENS + card] >> p & 1 for card in self.tables.cards)
        return not opened and not any(self._kin(q) >> p & 1 for q in self._piles)

    def _steps_suffice(self, p: int) -> bool:
        """True if a run limited by spaces can always be carried card by card over them."""
        words, rules = self.words, self.rules
        if words[at.AUTOMATIC] or rules.refill or rules.removal or rules.spread:
            return False
        middle = [q for q in self._piles if (words[at.CELLS] | words[at.ANY_SPACE]) >> q & 1]
        for q in middle:
            if self._kin(q) or any(not words[at.OPENS + c] >> q & 1 for c in self.tables.cards):
                return False
        for row, q in product(_ROWS, {p, *middle}):
            wanted = words[at.TABLEAU]
            if not words[at.CELLS] >> q & 1:
                wanted |= words[at.CELLS]
            if wanted & ~words[row + q] & ~(1 << q):
                return False
        chain = self.tables.chains[self.tables.group_name_of[self.tables.names[p]]]
        return not any(
            words[at.TABLEAU] & ~words[at.LIE + card * at.SPAN + host]
            for card, hosts in chain.items()
            for host in hosts
        )

    def _builds_runs(self, p: int) -> bool:
        """True if whatever is built on a pile is lifted with it, and goes wherever it can go."""
        words, tables, name = self.words, self.tables, self.tables.names[p]
        alike = all(
            self.numbers[at.GROUP + q] == self.numbers[at.GROUP + p]
            or not words[at.TABLEAU] >> q & 1
            for q in self._piles
        )
        others = words[at.TABLEAU] & ~(1 << p)
        reached = all(not others & ~words[row + p] for row in self._rows)
        elsewhere = self._reached(p) & ~(words[at.TABLEAU] | words[at.FOUNDATIONS])
        barred = any(self._kin(q) & words[at.TABLEAU] for q in self._piles)
        settles = words[at.AUTOMATIC] or self.rules.removal
        if not alike or not reached or elsewhere or barred or settles:
            return False
        group = tables.group_name_of[name]
        built = {card: on - {EMPTY} for card, on in tables.hosts[name].items()}
        # A card that could go on what lies on it would be moved to be out of the way.
        below = self._far_below(group)
        return built == tables.chains[group] and all(card not in below[card] for card in below)

    def _comes_back_to_use(self) -> bool:
        """True if a card that comes back from a foundation could as well come back later."""
        words, piles = self.words, self._piles
        if self.numbers[at.FOUNDATION_KINDS] > 1 or self._has_choice() or self._exchanges():
            return False
        if max(self.numbers[at.COPIES : at.COPIES + at.SPAN]) > 1 or not self._returns:
            return False
        if words[at.FOUNDATIONS] & ~words[at.UNCONTESTED] or self.rules.removal:
            return False
        if words[at.AUTOMATIC] or any(self._kin(q) & words[at.TABLEAU] for q in piles):
            return False
        # Wherever it might be moved on to meanwhile it must come to by itself.
        further = words[at.TABLEAU]
        for p in piles:
            if words[at.TABLEAU] >> p & 1:
                further |= self._reached(p) & ~words[at.FOUNDATIONS]
        return all(not further & ~words[row + f] for row in self._rows for f in self._foundations)

    def _talon_waits(self) -> bool:
        """True if each card of the talon can be played at any time, wherever it could go."""
        words, numbers = self.words, self.numbers
        if not numbers[at.TALON_GAME] or not numbers[at.WITHOUT_END]:
            return False
        if numbers[at.DEAL_CARDS] > 1 or words[at.FOLLOWED] != words[at.TABLEAU]:
            return False
        wanted = words[at.TABLEAU] | words[at.FOUNDATIONS]
        return all(not wanted & ~words[row + numbers[at.WASTE]] for row in self._rows)

    def _far_below(self, group: str) -> dict[int, set[int]]:
        """By card, all that may lie below it in a run."""
        below: dict[int, set[int]] = {
            card: set(hosts) for card, hosts in self.tables.chains[group].items()
        }
        for middle, upper in product(below, below):
            if middle in below[upper]:
                below[upper] |= below[middle]
        return below

    def _twins(self, p: int, q: int) -> bool:
        """True if nothing that may still come tells the two piles apart."""
        words = self.words
        if self.numbers[at.GROUP + p] != self.numbers[at.GROUP + q]:
            return False
        if self._group(p).kind in ("stock", "waste"):
            # They are dealt to, or gathered, in their order.
            return False
        if words[at.AUTOMATIC] and self._returns:
            # Which of two cards is the first to open a foundation goes by the order of piles.
            return False

        def swapped(word: int) -> int:
            return word & ~(1 << p | 1 << q) | (word >> p & 1) << q | (word >> q & 1) << p

        if any(words[part] != swapped(words[part]) for part in (at.REMOVE_FROM, at.REMOVE_TO)):
            return False
        for place in (*self._rows, at.OTHERS, at.FELLOWS):
            if words[place + p] != swapped(words[place + q]):
                return False
            others = (r for r in self._piles if r not in (p, q))
            if any(words[place + r] != swapped(words[place + r]) for r in others):
                return False
        names = self.tables.names
        return self.tables.hosts[names[p]] == self.tables.hosts[names[q]]
