"""Boards in the text that patience programs and solvers share, written and read.

    Foundations: H-0 C-2 D-0 S-A
    Freecells: - TS - 4H
    JD KD 2S 4C 3S 6D 6S
    2D KC KS 5C TD 8S 9C
    :

Each other line is a column, its last card the available one; it may begin with a colon, and an
empty column is a colon alone. Foundations tell the last card of each suit, `0` if there is none;
where a game has several groups of them, the line of each but the first names it: `Foundations k:`.
A line of which nothing is to be told (no card on a foundation or in a cell) may be left out.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Final, Literal

from attrs import frozen

from cardkit.cards import Card, Rank, Suit
from cardkit.patience.game import PatienceGame
from cardkit.patience.model import Group
from cardkit.relations import Relation
from cardkit.state import Game, State

#: The order in which programs name the suits of foundations.
_SUITS: Final = (Suit.HEARTS, Suit.CLUBS, Suit.DIAMONDS, Suit.SPADES)
_HEAD: Final = re.compile(
    r"(?P<word>Foundations|Founds|Freecells|FC)(?: +(?P<group>\w+))? *:(?P<rest>.*)"
)
_ENTRY: Final = re.compile(r"(?P<suit>[CDHS])-(?P<rank>0|[A2-9TJQK]|10)")
_LONGEST: Final = 20_000


class BoardError(ValueError):
    """A text that is no board of a game, or a position that a board cannot tell.

    `line` counts from 1; it is None where no line of a text is to blame.
    """

    def __init__(self, message: str, line: int | None = None) -> None:
        super().__init__(message if line is None else f"line {line}: {message}")
        self.line = line


def format_board(state: State, ten: Literal["T", "10"] = "T") -> str:
    """The position of a patience as a board; `ten` is how tens are written.

    Raises BoardError for what a board cannot tell: cards in a stock or waste, cards face down, a
    redeal that was made, foundations that are not built in suit from an end of it.

    >>> import cardkit
    >>> print(format_board(cardkit.game("freecell").deal("ms:617")), end="")
    7D TD TH KD 4C 4S JD
    AD 7S QC 5H QS TS KS
    5C QD 3H 9S 9C 2H KC
    3S AC 9D 3C 9H 5D 4H
    5S 6D 6S 8S 7C JC
    8C 8H 8D 7H 6H 6C
    2D AS 3D 4D 2C JH
    AH KH TC JS 2S QH
    """
    shape = _Shape.of(state.game)
    for name, pile in state.piles.items():
        if pile and name not in shape.told:
            raise BoardError(f"a board has no place for {name}, which holds {len(pile)} cards")
        if pile.down:
            raise BoardError(f"a card of {name} lies face down, which a board cannot tell")
    for fact in state.game.facts:
        if state.facts[fact.name] != fact.start:
            raise BoardError(f"a board cannot tell that {fact.name} is {state.facts[fact.name]}")
    lines = []
    for head, piles in shape.foundations.items():
        tops = [(suit, state.top(name)) for suit, name in piles]
        if any(top for _, top in tops):
            told = (f"{suit}-{top.rank if top else 0}" for suit, top in tops)
            lines.append(f"{head}: {' '.join(told)}")
    if any(state.cards[name] for name in shape.cells):
        cells = (str(state.top(name)) if state.cards[name] else "-" for name in shape.cells)
        lines.append(f"Freecells: {' '.join(cells)}")
    lines += [" ".join(map(str, state.cards[name])) or ":" for name in shape.columns]
    text = "\n".join(lines) + "\n"
    return text if ten == "T" else re.sub(r"T(?=[CDHS])|(?<=-)T", "10", text)


def parse_board(game: Game, text: str) -> State:
    """The position of `game` that a board tells, the inverse of `format_board`.

    Raises BoardError, which names the line, for a text that is no board of this game.

    >>> import cardkit
    >>> game = cardkit.game("freecell")
    >>> board = format_board(game.deal("ms:1"))
    >>> parse_board(game, board).piles == game.deal("ms:1").piles
    True
    >>> parse_board(game, board.replace("JD", "JX"))
    Traceback (most recent call last):
    cardkit.patience.boards.BoardError: line 1: not a card: 'JX' (a rank A 2-9 T J Q K and a suit \
C D H S, like TH)
    """
    if len(text) > _LONGEST:
        raise BoardError(f"a board has at most {_LONGEST} characters, not {len(text)}")
    board = _Board(_Shape.of(game), game)
    lines = text.rstrip().splitlines()
    for number, line in enumerate(lines, 1):
        board.read(line.strip(), number)
    missing = sorted((Counter(game.cards_in_play()) - board.seen).elements())
    if missing:
        some = ", ".join(map(str, missing[:6])) + (" ..." if len(missing) > 6 else "")
        raise BoardError(f"the board ends, and it lacks {some}", len(lines) or 1)
    piles = (f"{name} {' '.join(map(str, cards))}" for name, cards in board.piles.items() if cards)
    return game.at(" / ".join(piles))


@frozen
class _Shape:
    """Which piles of a game a board tells, and where."""

    columns: tuple[str, ...]
    cells: tuple[str, ...]
    #: By the head of their line, the foundations with their suits in the order they are told.
    foundations: Mapping[str, tuple[tuple[Suit, str], ...]]
    groups: Mapping[str, Group]

    @classmethod
    def of(cls, game: Game) -> _Shape:
        if not isinstance(game, PatienceGame):
            raise BoardError(f"{game.name} is no patience, and only those have boards")
        foundations: dict[str, tuple[tuple[Suit, str], ...]] = {}
        groups: dict[str, Group] = {}
        for name, group in game.rules.groups.items():
            if group.kind == "foundation" and _first(group) is not None:
                head = f"Foundations {name}" if foundations else "Foundations"
                foundations[head] = tuple(_by_suit(group.names(name)))
                groups[head] = group
        return cls(game.tables.tableau, game.tables.cells, foundations, groups)

    @property
    def told(self) -> frozenset[str]:
        bases = (name for piles in self.foundations.values() for _, name in piles)
        return frozenset((*self.columns, *self.cells, *bases))


def _by_suit(names: tuple[str, ...]) -> Iterator[tuple[Suit, str]]:
    """Piles with their suits, each four of them in the order in which programs name suits."""
    for start in range(0, len(names), 4):
        for suit in _SUITS:
            if start + suit < len(names):
                yield suit, names[start + suit]


def _first(group: Group) -> Rank | None:
    """The rank of a foundation's first card; None if its last does not tell all the others."""
    build = group.build and group.build.cards
    if group.suits != "by-pile" or not isinstance(build, Relation) or build.suit != "same-suit":
        return None
    first = Rank.ACE if build.steps == (1,) else Rank.KING
    return first if build.steps in ((1,), (-1,)) and group.space.accepts == (first,) else None


class _Board:
    """A board while it is read, line by line."""

    def __init__(self, shape: _Shape, game: Game) -> None:
        self.shape, self.game = shape, game
        self.piles: dict[str, list[Card]] = {name: [] for name in sorted(shape.told)}
        self.seen: Counter[Card] = Counter()
        self._pack = Counter(game.cards_in_play())
        self._columns = 0
        self._heads: set[str] = set()

    def read(self, line: str, number: int) -> None:
        head = _HEAD.fullmatch(line)
        if head is None:
            # A line left blank among the columns is an empty one; before them it is nothing.
            if line or self._columns:
                self._column(line.removeprefix(":"), number)
            return
        foundation = head["word"] in ("Foundations", "Founds")
        name = "Foundations" if foundation else "Freecells"
        name += f" {head['group']}" if head["group"] else ""
        known = [*self.shape.foundations, *(["Freecells"] if self.shape.cells else [])]
        if name not in known:
            lines = ", ".join(known) or "columns only"
            raise BoardError(f"{self.game.name} has no line {name!r} (its lines: {lines})", number)
        if name in self._heads:
            raise BoardError(f"{name} are told twice", number)
        self._heads.add(name)
        if foundation:
            self._foundations(name, head["rest"].split(), number)
        else:
            self._cells(head["rest"].split(), number)

    def _column(self, text: str, number: int) -> None:
        columns = self.shape.columns
        if self._columns == len(columns):
            raise BoardError(
                f"{self.game.name} has {len(columns)} columns, this is one more", number
            )
        name = columns[self._columns]
        self._columns += 1
        for word in text.split():
            self._lay(name, self._card(word, number), number)

    def _cells(self, words: list[str], number: int) -> None:
        cells = self.shape.cells
        if len(words) > len(cells):
            raise BoardError(f"{self.game.name} has {len(cells)} cells, not {len(words)}", number)
        for name, word in zip(cells, words, strict=False):
            if word != "-":
                self._lay(name, self._card(word, number), number)

    def _foundations(self, head: str, words: list[str], number: int) -> None:
        free = list(self.shape.foundations[head])
        first = _first(self.shape.groups[head])
        for word in words:
            entry = _ENTRY.fullmatch(word.upper())
            if entry is None:
                raise BoardError(f"foundations read like H-0 or S-A, not {word[:20]!r}", number)
            suit = Suit.parse(entry["suit"])
            place = next((place for place in free if place[0] == suit), None)
            if place is None:
                raise BoardError(f"there is no more foundation for {suit.name.lower()}", number)
            free.remove(place)
            if entry["rank"] != "0":
                last = Rank.parse(entry["rank"])
                step = 1 if first is Rank.ACE else -1
                for rank in range(int(first or 0), last + step, step):
                    self._lay(place[1], Card.of(rank, suit), number)

    @staticmethod
    def _card(word: str, number: int) -> Card:
        try:
            card = Card(word)
        except ValueError as error:
            raise BoardError(str(error), number) from None
        if not card:
            raise BoardError("a board names every card, '??' is not one", number)
        return card

    def _lay(self, name: str, card: Card, number: int) -> None:
        self.seen[card] += 1
        if self.seen[card] > self._pack[card]:
            often = self._pack[card]
            has = "is no card of this game" if not often else f"stands there {often + 1} times"
            raise BoardError(f"{card} {has.replace('2 times', 'twice')}", number)
        self.piles[name].append(card)
