"""A layout as text: columns under their names, sideways fans beside theirs, facts below."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Final, NamedTuple
from unicodedata import combining, east_asian_width

from attrs import frozen

from cardkit.arrangement import Arrangement, Fan
from cardkit.cards import Card, Deck, Suit
from cardkit.render.arrangement import alike, arrangement_of, columned, covering
from cardkit.render.sight import facts_in_words, seen
from cardkit.table import Layout

_NARROWEST: Final = 20
_GAPS: Final = (3, 2, 1)
_CARD: Final = 2
#: Backs beside each other are counted from this many on.
_COUNTED: Final = 4


def text_table(
    layout: Layout,
    *,
    width: int = 80,
    unicode: bool = True,
    colour: bool = False,
    arrangement: Arrangement | None = None,
) -> str:
    """A state or a view as text, without a newline at the end.

    No line is longer than `width`, which counts as 20 if it is less: rows of piles break, and
    sideways fans go on beneath. `unicode=False` writes nothing but ASCII, `colour=True` makes red
    suits red by ANSI codes. Piles lie as `arrangement` says, else as the game does.

    Backs are `▒▒` (ASCII `##`), an empty pile is `--`, or `-♠` where only spades may begin it. A
    squared pile shows its top card and, from two cards on, their number.

    Raises ValueError if the arrangement names a pile that the layout has not.

    >>> from cardkit import Pile, PileSpec, Table
    >>> table = Table([PileSpec(name) for name in ("a1", "a2", "t1", "t2", "t3")])
    >>> table.lay("a1", Pile("AC 2C"))
    >>> table.lay("t1", Pile("QS JD"))
    >>> table.lay("t3", Pile("9H 5C"), up=False)
    >>> plan = Arrangement(["a1 a2", "t1..t3"], fans={"t": "down"}, suits={"a2": "D"})
    >>> print(text_table(table, unicode=False, arrangement=plan))
    a1   a2
    2C   -D
    x2
    <BLANKLINE>
    t1   t2   t3
    QS   --   ##
    JD        ##
    """
    plan = arrangement_of(layout) if arrangement is None else covering(arrangement, layout)
    width = max(width, _NARROWEST)
    page = _Page(layout, plan, width, unicode, _ink(unicode, colour))
    lines = page.lines()
    facts = "; ".join(facts_in_words(layout))
    if facts:
        lines += ["", *_wrapped(facts if unicode else _ascii(facts), width)]
    return "\n".join(lines).strip("\n")


class _Text(NamedTuple):
    """A piece of text and how many characters of the line it takes, colour codes not counted."""

    text: str
    width: int


@frozen
class _Ink:
    """How cards are written."""

    faces: tuple[_Text, ...]  # by the card's code; a back for the hidden card
    empty: tuple[_Text, ...]  # by the suit that begins a pile
    times: str
    more: str

    def back(self) -> _Text:
        return self.faces[0]

    def counted(self, count: int) -> _Text:
        text = f"{self.times}{count}"
        return _Text(text, len(text))


@lru_cache(maxsize=4)
def _ink(unicode: bool, colour: bool) -> _Ink:
    def written(text: str, red: bool) -> _Text:
        if red and colour:
            from click import style

            return _Text(style(text, fg="red"), len(text))
        return _Text(text, len(text))

    faces = [_Text("▒▒" if unicode else "##", _CARD)] * 64
    for card in Deck():
        faces[card] = written(card.pretty if unicode else str(card), card.is_red)
    empty = [written("-" + (s.symbol if unicode else s.letter), s.is_red) for s in Suit]
    return _Ink(tuple(faces), tuple(empty), "×" if unicode else "x", "…" if unicode else ".")


@frozen
class _Cell:
    """A pile as it will be written: its name, then its words beside each other or beneath."""

    label: _Text
    words: list[_Text]
    fan: Fan

    def widest_word(self) -> int:
        return max(width for _, width in self.words)

    def length(self) -> int:
        """The width of all words on one line."""
        return sum(width for _, width in self.words) + len(self.words) - 1


_Grid = Sequence[Sequence["_Cell | None"]]


@frozen
class _Page:
    layout: Layout
    plan: Arrangement
    width: int
    unicode: bool
    ink: _Ink

    def lines(self) -> list[str]:
        """Everything but the facts.

        Where columns hang down, names stand above the piles and rows share their columns; rows
        with a sideways fan, and all rows of a table without columns, have the names beside.
        """
        headed = columned(self.plan)
        rows = [
            [None if name is None else self._cell(name, head) for name in row]
            for row, head in zip(self.plan.rows, headed, strict=True)
        ]
        blocks: list[list[str]] = [[]] * len(rows)
        for among in alike(self.plan):
            write = self._headed if headed[among[0]] else self._lined
            for at, block in zip(among, write([rows[at] for at in among]), strict=True):
                blocks[at] = block
        lines: list[str] = []
        for at, block in enumerate(blocks):
            if at and (headed[at] or headed[at - 1]) and lines[-1:] != [""]:
                lines.append("")
            lines += block or [""]
        return lines

    def _cell(self, name: str, headed: bool) -> _Cell:
        cards, fan = seen(self.layout, name), self.plan.fan(name)
        called = self.plan.label(name)
        room = self.width - (0 if headed else 9)  # for a back and the number of a pack's cards
        label = _clipped(called if self.unicode else _ascii(called), room, self.ink.more)
        if not cards:
            suit = self.plan.suits.get(name)
            words = [_Text("--", _CARD) if suit is None else self.ink.empty[suit]]
        elif fan == "none":
            words = [self.ink.faces[cards[-1]]]
            if len(cards) > 1:
                number = self.ink.counted(len(cards))
                words = [*words, number] if headed else [_joined(words[0], number)]
        elif headed:  # a sideways fan beside a column hangs down like it
            words = [self.ink.faces[card] for card in cards]
        else:
            words = list(self._sideways(cards))
            if fan == "left":
                words.reverse()
        return _Cell(label, words, fan)

    def _sideways(self, cards: list[Card]) -> Iterable[_Text]:
        """The words of a fan: of many backs together only one, with their number."""
        at = 0
        while at < len(cards):
            end = at + 1
            if not cards[at]:
                while end < len(cards) and not cards[end]:
                    end += 1
            if end - at >= _COUNTED:
                yield _joined(self.ink.back(), self.ink.counted(end - at))
            else:
                for card in cards[at:end]:
                    yield self.ink.faces[card]
            at = end

    # -- names above ---------------------------------------------------------------------------

    def _headed(self, rows: _Grid) -> list[list[str]]:
        widths = [
            max((max(c.label.width, c.widest_word()) for c in column if c), default=_CARD)
            for column in _columns(rows)
        ]
        for gap in _GAPS:
            if sum(widths) + gap * (len(widths) - 1) <= self.width:
                return [_beside([_hanging(c) for c in row], widths, gap) for row in rows]
        # Columns that cannot stand beside each other need no common width, nor blanks between.
        return [self._packed([_hanging(c) for c in row if c]) for row in rows]

    def _packed(self, columns: list[list[_Text]]) -> list[str]:
        """Columns beside each other as far as the line goes, the others beneath."""
        lines: list[str] = []
        batch: list[list[_Text]] = []
        widths: list[int] = []
        for column in columns:
            width = max(width for _, width in column)
            if batch and sum(widths) + len(widths) * _GAPS[-1] + width > self.width:
                lines += [*_beside(batch, widths, _GAPS[-1]), ""]
                batch, widths = [], []
            batch.append(column)
            widths.append(width)
        return lines + _beside(batch, widths, _GAPS[-1])

    # -- names beside --------------------------------------------------------------------------

    def _lined(self, rows: _Grid) -> list[list[str]]:
        columns = [[cell for cell in column if cell] for column in _columns(rows)]
        names = [max((c.label.width + 1 for c in column), default=0) for column in columns]
        least = [max((c.widest_word() for c in column), default=_CARD) for column in columns]
        most = [max((c.length() for c in column), default=_CARD) for column in columns]
        rooms = [(gap, self.width - sum(names) - gap * (len(columns) - 1)) for gap in _GAPS]
        fits = [sizes for sizes in rooms if sum(most) <= sizes[1]]
        for gap, room in fits or [sizes for sizes in rooms[1:] if sum(least) <= sizes[1]]:
            bodies = _shared(least, most, room)
            widths = [n + b for n, b in zip(names, bodies, strict=True)]
            return [_beside(list(map(_lying, row, names, bodies)), widths, gap) for row in rows]
        if max(map(len, rows)) == 1:
            # Not even names and cards side by side: each pile has the line for itself.
            return [self._alone(row[0]) for row in rows]
        return [
            [line for part in self._parted(row) for line in self._lined([part])[0]] for row in rows
        ]

    def _parted(self, row: Sequence[_Cell | None]) -> list[list[_Cell]]:
        """A row that is too long in parts that are not, without its blanks."""
        parts: list[list[_Cell]] = []
        length = self.width
        for cell in row:
            if cell is None:
                continue
            needs = cell.label.width + 1 + cell.length()
            if length + _GAPS[1] + needs > self.width:
                parts.append([])
                length = -_GAPS[1]
            parts[-1].append(cell)
            length += _GAPS[1] + needs
        return parts

    def _alone(self, cell: _Cell | None) -> list[str]:
        if cell is None:
            return []
        name = cell.label.width + 1
        body = min(cell.length(), self.width - name)
        return _beside([_lying(cell, name, body)], [name + body], 0)


def _columns(rows: _Grid) -> list[list[_Cell | None]]:
    longest = max(map(len, rows))
    return [[row[i] if i < len(row) else None for row in rows] for i in range(longest)]


def _shared(least: list[int], most: list[int], room: int) -> list[int]:
    """Room for each column: as much as it can use, the longest ones cut to the same length."""
    cap = max(most)
    while sum(bodies := [max(low, min(m, cap)) for low, m in zip(least, most, strict=True)]) > room:
        cap -= 1
    return bodies


def _hanging(cell: _Cell | None) -> list[_Text]:
    return [cell.label, *cell.words] if cell else []


def _lying(cell: _Cell | None, name: int, body: int) -> list[_Text]:
    """A pile's name and its words in lines of `body` characters.

    A fan to the left ends beside its name, and goes on beneath from its last card to the right.
    """
    if cell is None:
        return []
    left = cell.fan == "left"
    lines: list[list[_Text]] = [[]]
    length = -1
    for word in reversed(cell.words) if left else cell.words:
        if lines[-1] and length + 1 + word.width > body:
            lines.append([])
            length = -1
        lines[-1].append(word)
        length += 1 + word.width
    found = []
    for at, line in enumerate(lines):
        shown = _joined(*(reversed(line) if left else line), between=" ")
        label = _Text("", 0) if at else cell.label
        if left:
            text = " " * (body - shown.width) + shown.text
            found.append(
                _Text(text, body) if at else _joined(_Text(text, body), label, between=" ")
            )
        else:
            text = label.text + " " * (name - label.width) + shown.text
            found.append(_Text(text, name + shown.width))
    return found


def _beside(cells: Sequence[list[_Text]], widths: Sequence[int], gap: int) -> list[str]:
    """Blocks of lines side by side. Nothing is written behind a line's last word."""
    lines = []
    for i in range(max(map(len, cells), default=0)):
        line, pad = "", 0
        for cell, width in zip(cells, widths, strict=False):
            if i < len(cell):
                text, taken = cell[i]
                line += " " * pad + text
                pad = width - taken + gap
            else:
                pad += width + gap
        lines.append(line)
    return lines


def _joined(*texts: _Text, between: str = "") -> _Text:
    width = sum(t.width for t in texts) + len(between) * (len(texts) - 1)
    return _Text(between.join(t.text for t in texts), width)


def _clipped(text: str, room: int, more: str) -> _Text:
    """A text cut off, if it must be, to the room that it has."""
    width = _width(text)
    if width <= room:
        return _Text(text, width)
    while width + 1 > room:
        text = text[:-1]
        width = _width(text)
    return _Text(text + more, width + 1)


def _width(text: str) -> int:
    """How many characters of a line a text takes: Han and kana take two each."""
    if text.isascii():
        return len(text)
    wide = sum(east_asian_width(letter) in "WF" for letter in text)
    return len(text) + wide - sum(map(bool, map(combining, text)))


def _ascii(text: str) -> str:
    return text.encode("ascii", "replace").decode()


def _wrapped(text: str, width: int) -> list[str]:
    if len(text) <= width:
        return [text]
    from textwrap import wrap

    return wrap(text, width, break_on_hyphens=False)
