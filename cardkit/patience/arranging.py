"""How a patience lies on the table: as its rules say, or as such games usually do."""

from __future__ import annotations

from cardkit.arrangement import Arrangement, Fan
from cardkit.cards import Suit
from cardkit.patience.model import Rules


def arrange(rules: Rules) -> Arrangement:
    """The arrangement of a game's piles.

    Without one in the rules: stock, waste, cells and foundations in the first row, the tableau in
    columns below. Raises ValueError for a word in the rules' rows that is no pile.
    """
    suits: dict[str, Suit] = {}
    fans: dict[str, Fan] = {}
    for name, group in rules.groups.items():
        if group.suits == "by-pile":
            suits |= {pile: Suit(i % 4) for i, pile in enumerate(group.names(name))}
        if group.kind == "tableau":
            fans |= dict.fromkeys(group.names(name), "down")
    plan = rules.arrangement
    if plan is None:
        return Arrangement(_usual_rows(rules), fans, suits=suits)
    for word, fan in plan.fans.items():
        fans |= dict.fromkeys(rules.piles((word,)), fan)
    rows = [
        [
            pile
            for word in row.split()
            for pile in (rules.piles((word,)) if word != "." else (None,))
        ]
        for row in plan.rows
    ]
    standing = {pile for row in rows for pile in row}
    return Arrangement(
        rows,
        {pile: fan for pile, fan in fans.items() if pile in standing},
        suits={pile: suit for pile, suit in suits.items() if pile in standing},
    )


def _usual_rows(rules: Rules) -> list[list[str | None]]:
    above: list[str | None] = []
    for kinds in (("stock", "waste"), ("cell",), ("foundation",)):
        piles = [p for n, g in rules.groups.items() if g.kind in kinds for p in g.names(n)]
        if piles:
            above += [None, *piles] if above else piles
    columns = [p for n, g in rules.groups.items() if g.kind == "tableau" for p in g.names(n)]
    return [list(above), list(columns)]
