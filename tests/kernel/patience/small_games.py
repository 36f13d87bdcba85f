"""Patiences of every kind that are small enough to try everything: a dozen or two of cards each."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from attrs import evolve, frozen

from cardkit.cards import Card, Deck, Rank
from cardkit.patience.checking import faults
from cardkit.patience.game import PatienceGame
from cardkit.patience.model import (
    Build,
    DealMove,
    DealTo,
    Group,
    Lift,
    Reach,
    Redeal,
    Refill,
    Removal,
    Rest,
    Rules,
    Space,
    Spread,
    Step,
    Take,
    Turn,
)
from cardkit.relations import Relation

T: Final = ("t",)
ACES: Final = (Rank.ACE,)


def build(words: str) -> Build:
    return Build(Relation.parse(words))


def tableau(count: int, words: str, accepts: Any = "any", lift: str = "one", **rest: Any) -> Group:
    """Columns that are built by a relation in words; a run is lifted by the same one."""
    return Group(
        "tableau", count, build=build(words), space=Space(accepts), lift=Lift(lift), **rest
    )


def up(count: int, suits: str = "by-pile", **rest: Any) -> Group:
    """Foundations from the ace upwards in suit."""
    return Group(
        "foundation", count, build=build("up same-suit"), space=Space(ACES), suits=suits, **rest
    )


def down(count: int, top: int, suits: str = "by-pile", **rest: Any) -> Group:
    """Foundations from the highest rank downwards in suit."""
    words, space = build("down same-suit"), Space((Rank(top),))
    return Group("foundation", count, build=words, space=space, suits=suits, **rest)


def rows(cards: int, columns: int) -> tuple[Step, ...]:
    """So many cards dealt in rows to columns t1, t2 ..., the last row perhaps a short one."""
    full, rest = divmod(cards, columns)
    short = tuple(f"t{i}" for i in range(1, rest + 1))
    return (
        *((DealTo(T, rounds=full),) if full else ()),
        *((DealTo(short),) if short else ()),
    )


def stairs(columns: int) -> tuple[Step, ...]:
    """One card more in each column than in the one before, all face down but the last."""
    steps = [
        DealTo(tuple(f"t{i}" for i in range(first, columns + 1)), face="down")
        for first in range(1, columns + 1)
    ]
    return (*steps, Turn(T), Rest("stock"))


def play(*pairs: str) -> tuple[Reach, ...]:
    """Reach in words like `t>t a`: from one group to some."""
    found = []
    for pair in pairs:
        source, _, targets = pair.partition(">")
        found.append(Reach((source,), tuple(targets.split())))
    return tuple(found)


def deck(ranks: int, suits: int, packs: int = 1) -> Deck:
    return Deck(packs=packs, ranks=range(1, ranks + 1), suits=range(suits))


# -- everything open ------------------------------------------------------------------------------


def from_both_ends(
    columns: int,
    top: int,
    suits: int,
    packs: int = 1,
    accepts: str = "none",
    returns: str = "",
    automatic: bool = False,
    opening: str = "by-pile",
    words: str = "up-or-down same-suit",
    lift: str = "one",
) -> Rules:
    """Like Bisley (one pack) and the second half of Prince Bismarck (two)."""
    cards = deck(top, suits, packs)
    reach = play("t>t a k", *((f"a>{returns}", f"k>{returns}") if returns else ()))
    return Rules(
        groups={
            "t": tableau(columns, words, accepts, lift),
            "a": up(suits, opening),
            "k": down(suits, top, opening, automatic=automatic),
        },
        layout=rows(len(cards), columns),
        reach=reach,
        deck=cards,
    )


def with_cells(
    columns: int,
    cells: int,
    top: int,
    suits: int = 4,
    words: str = "down alternate-colour",
    lift: str = "by-spaces",
    run: str | None = None,
    accepts: str = "any",
    returns: bool = False,
) -> Rules:
    """Like FreeCell, and without cells and spaces like Baker's Dozen."""
    cards = deck(top, suits)
    columns_group = tableau(columns, words, accepts, lift)
    if run is not None:
        columns_group = evolve(columns_group, lift=Lift("by-spaces", Relation.parse(run)))
    groups = {"a": up(suits), "t": columns_group}
    pairs = ["t>t a"]
    if cells:
        groups["c"] = Group("cell", cells, space=Space("any"))
        pairs += ["t>c", "c>t a"]
    if returns:
        pairs.append("a>t")
    layout = rows(len(cards), columns)
    return Rules(groups=groups, layout=layout, reach=play(*pairs), deck=cards)


# -- with a stock ---------------------------------------------------------------------------------


def with_waste(
    columns: int,
    top: int,
    draw: int,
    times: Any = "unlimited",
    suits: int = 4,
    packs: int = 1,
    accepts: Any = None,
    words: str = "down alternate-colour",
    lift: str = "run",
    returns: bool = False,
    layout: Sequence[Step] | None = None,
    redeal: Redeal | None = None,
    **rest: Any,
) -> Rules:
    """Like Klondike, and with two packs and single cards like Forty Thieves."""
    if redeal is None and times != 0:
        redeal = Redeal(times=times, gather=("waste",))
    accepts = (Rank(top),) if accepts is None else accepts
    given: dict[str, Any] = {
        "groups": {
            "stock": Group("stock"),
            "waste": Group("waste"),
            "t": tableau(columns, words, accepts, lift),
            "a": up(suits * packs, "by-pile" if packs == 1 or suits == 4 else "any"),
        },
        "layout": tuple(stairs(columns) if layout is None else layout),
        "reach": play("t>t a", "waste>t a", *(("a>t",) if returns else ())),
        "deck": deck(top, suits, packs),
        "deal": DealMove(("waste",), cards=draw),
        "redeal": redeal,
    }
    return Rules(**(given | rest))


def with_removal(columns: int, top: int, packs: int, dealt: int, suits: int, **deal: Any) -> Rules:
    """Like Spider: complete runs leave, and the stock is dealt to the columns."""
    return Rules(
        groups={
            "stock": Group("stock"),
            "f": Group("foundation", packs * suits),
            "t": evolve(
                tableau(columns, "down any-suit"),
                lift=Lift("run", Relation.parse("down same-suit")),
            ),
        },
        layout=(DealTo(T, rounds=dealt, face="down"), DealTo(T), Rest("stock")),
        reach=play("t>t"),
        deck=deck(top, suits, packs),
        deal=DealMove(T, **deal),
        removal=Removal(T, ("f",), Relation.parse("down same-suit"), top),
    )


def with_spread(
    places: int,
    top: int,
    suits: int,
    times: Any = 1,
    refill: Any = "immediate",
    playable: Any = "any",
    returns: str = "",
    suits_by: str | None = None,
    in_rows: bool = False,
    top_packet: Any = "last",
    allowed: Any = "always",
    accepts: Any = "any",
    words: str = "up-or-down same-suit",
) -> Rules:
    """Like Prince Bismarck as a whole, and like Four Corners."""
    by_row = {"row": tuple(i % suits for i in range(places))}
    ends = {"row": tuple(range(suits))}
    foundations = {
        "a": up(suits, "unique", attributes=ends, suits_by=suits_by),
        "k": down(suits, top, "unique", attributes=ends, suits_by=suits_by),
    }
    phase: Any = None if in_rows else "layout"
    reach = [
        Reach(T, T, phase="layout", allow=False),
        Reach(T, ("a", "k"), phase=phase, same="row"),
        Reach(T, ("a", "k"), phase=phase, allow=False),
        *play("t>t a k"),
    ]
    if returns:
        reach += play(f"a>{returns}", f"k>{returns}")
    return Rules(
        groups={
            "stock": Group("stock"),
            "t": tableau(places, words, accepts, attributes=by_row),
            **foundations,
        },
        layout=(Rest("stock"),),
        reach=tuple(reach),
        deck=deck(top, suits, 2),
        spread=Spread(T, refill=refill, playable=playable),
        redeal=Redeal(times=times, gather=T, top=top_packet, allowed=allowed),
    )


def with_refill(piles: int, top: int, suits: int, times: Any = 1, accepts: Any = "none") -> Rules:
    """Like Louis: spaces are filled from the stock, then it is dealt to the piles, and redealt."""
    return Rules(
        groups={
            "stock": Group("stock"),
            "t": tableau(piles, "up-or-down same-suit", accepts),
            "a": up(suits),
            "k": down(suits, top),
        },
        layout=(Take(Rank.ACE, ("a",)), DealTo(T), Rest("stock")),
        reach=play("t>t a k"),
        deck=deck(top, suits, 2),
        refill=Refill(T, ("stock",)),
        deal=DealMove(T, rounds="all"),
        redeal=Redeal(times=times, gather=T, layout=(DealTo(T, rounds=20),)),
    )


def with_sides(piles: int, top: int, suits: int, times: Any = 1) -> Rules:
    """Like St. Helena: until the first redeal some piles play to some foundations only."""
    sides = {"side": tuple("bt"[i % 2] for i in range(piles))}
    cards = deck(top, suits, 2)
    reach = (
        Reach(T, ("a",), where={"side": ("t",)}, redeals="none", allow=False),
        Reach(T, ("k",), where={"side": ("b",)}, redeals="none", allow=False),
        *play("t>t a k"),
    )
    return Rules(
        groups={
            "stock": Group("stock"),
            "t": tableau(piles, "up-or-down any-suit", "none", attributes=sides),
            "a": up(suits),
            "k": down(suits, top),
        },
        layout=(Take(Rank.ACE, ("a",)), *rows(len(cards) - suits, piles)),
        reach=reach,
        deck=cards,
        redeal=Redeal(times=times, gather=T, allowed="always", layout=(DealTo(T, rounds=20),)),
    )


# -- what goes together less often ----------------------------------------------------------------


def with_two_wastes(columns: int, top: int, suits: int) -> Rules:
    """The stock is dealt to two wastes at once."""
    rules = with_waste(columns, top, 1, 1, suits, layout=(DealTo(T, rounds=2), Rest("stock")))
    groups = dict(rules.groups) | {"waste": Group("waste", 2)}
    deal = DealMove(("waste",))
    redeal = Redeal(times=1, gather=("waste",))
    return evolve(rules, groups=groups, deal=deal, redeal=redeal)


def with_reserve(columns: int, top: int, suits: int, reserve: int) -> Rules:
    """Spaces are filled from a reserve, whose cards may be played as well."""
    cards = deck(top, suits)
    return Rules(
        groups={
            "r": tableau(1, "up same-suit", "none"),
            "t": tableau(columns, "down alternate-colour", "none", "run"),
            "a": up(suits),
        },
        layout=(DealTo(("r",), each=reserve), *rows(len(cards) - reserve, columns)),
        reach=play("t>t a", "r>t a"),
        deck=cards,
        refill=Refill(T, ("r",)),
    )


def with_fed_reserve(columns: int, top: int, suits: int) -> Rules:
    """Spaces are filled from the waste, which is empty now and then."""
    return with_waste(
        columns,
        top,
        1,
        1,
        suits,
        layout=(DealTo(T, rounds=2), Rest("stock")),
        refill=Refill(T, ("waste",)),
    )


def with_contest(columns: int, top: int, suits: int, ups: int, downs: int) -> Rules:
    """More cards could open foundations than there are foundations."""
    rules = from_both_ends(columns, top, suits, 2, "any")
    groups = dict(rules.groups) | {"a": up(ups, "any"), "k": down(downs, top, "any")}
    return evolve(rules, groups=groups)


def with_choice(columns: int, top: int, suits: int, words: str) -> Rules:
    """On the same card of a foundation different cards may follow."""
    rules = with_cells(columns, 1, top, suits, "down alternate-colour")
    foundations = evolve(up(suits, "any"), build=build(words))
    return evolve(rules, groups=dict(rules.groups) | {"a": foundations})


def with_barred_piles(columns: int, top: int, suits: int) -> Rules:
    """Some columns play to some foundations only."""
    rules = from_both_ends(columns, top, suits, words="up-or-down any-suit")
    sides = {"side": tuple("lr"[i % 2] for i in range(columns))}
    barred = Reach(T, ("k",), where={"side": ("l",)}, allow=False)
    groups = dict(rules.groups)
    groups["t"] = evolve(groups["t"], attributes=sides)
    return evolve(rules, groups=groups, reach=(barred, *rules.reach))


def with_two_kinds_of_columns(top: int, suits: int) -> Rules:
    """Runs of some columns may also lie on columns whose cards are lifted one by one."""
    cards = deck(top, suits)
    return Rules(
        groups={
            "t": tableau(3, "down alternate-colour", "none", "run"),
            "s": tableau(1, "up-or-down alternate-colour", "any", "one"),
            "a": up(suits),
        },
        layout=rows(len(cards), 3),
        reach=play("t>t s a", "s>t s a"),
        deck=cards,
    )


def with_callable(columns: int, top: int) -> Rules:
    """What may lie on what is told by a function: ranks whose sum is even or a neighbour."""

    def fits(card: Card, on: Card) -> bool:
        return on.rank - card.rank == 1 or (on.rank == card.rank and card.suit != on.suit)

    rules = with_cells(columns, 0, top, 3)
    columns_group = Group("tableau", columns, build=Build(fits), space=Space("any"))
    return evolve(rules, groups=dict(rules.groups) | {"t": columns_group})


def late(rules: Rules, *entries: Reach) -> Rules:
    """Rules with entries of reach before all others."""
    return evolve(rules, reach=(*entries, *rules.reach))


def deep(count: int) -> tuple[Step, ...]:
    """Rows of face-down cards, and one of others; the rest is the stock."""
    return (DealTo(T, rounds=count, face="down"), DealTo(T), Rest("stock"))


def flat(count: int) -> tuple[Step, ...]:
    """Rows of face-up cards; the rest is the stock."""
    return (DealTo(T, rounds=count), Rest("stock"))


def opening_by_themselves(rules: Rules) -> Rules:
    """The same, but aces go to foundations as soon as they are on top of a column."""
    group = evolve(rules.groups["a"], automatic=True)
    return evolve(rules, groups=dict(rules.groups) | {"a": group})


def again(times: int, allowed: Any, turned: bool = True) -> Redeal:
    """The waste becomes the stock again."""
    return Redeal(times=times, gather=("waste",), allowed=allowed, turned=turned)


@frozen
class Kind:
    """One kind of small game: its rules, and how many boards of it are tried."""

    rules: Rules
    boards: int = 50

    def game(self, name: str) -> PatienceGame:
        wrong = list(faults(self.rules))
        assert not wrong, wrong
        return PatienceGame(self.rules, name=name)


NO_ACE_BEFORE: Final = Reach(T, ("a",), redeals="none", allow=False)
NO_ACE_AFTER: Final = Reach(T, ("a",), redeals="some", allow=False)
SINGLE: Final[dict[str, Any]] = {"accepts": "none", "lift": "one"}
THIEVES: Final = (2, 2, "any", "down same-suit", "one")

#: Sizes are such that some boards of each kind are won, and some are lost.
KINDS: Final[dict[str, Kind]] = {
    name: Kind(rules)
    for name, rules in {
        # Suits from both ends, one pack.
        "bisley": from_both_ends(4, 6, 3),
        "bisley, spaces filled": from_both_ends(3, 6, 3, accepts="any"),
        "bisley, kings by themselves": from_both_ends(4, 6, 3, automatic=True),
        "bisley, foundations exchange": from_both_ends(4, 5, 3, returns="a k"),
        "bisley, cards come back": from_both_ends(4, 5, 3, returns="t"),
        "bisley, exchange and come back": from_both_ends(4, 5, 3, returns="a k t"),
        "bisley, any suit": from_both_ends(3, 5, 3, words="up-or-down any-suit"),
        "bisley, alternate colours": from_both_ends(3, 5, 4, words="down alternate-colour"),
        "bisley, spaces and returns": from_both_ends(
            3, 5, 3, accepts="any", returns="t", words="down alternate-colour"
        ),
        "bisley with runs": from_both_ends(3, 6, 2, lift="run"),
        "bisley, barred piles": with_barred_piles(3, 5, 3),
        # The same with two.
        "two packs": from_both_ends(4, 4, 2, 2, opening="unique"),
        "two packs, spaces filled": from_both_ends(3, 4, 2, 2, "any", opening="unique"),
        "two packs of one suit": from_both_ends(2, 6, 1, 2, "any", opening="unique"),
        "two packs, cards come back": from_both_ends(
            3, 4, 2, 2, "any", opening="unique", returns="t"
        ),
        "two packs, foundations exchange": from_both_ends(
            4, 4, 2, 2, opening="unique", returns="a k"
        ),
        "two packs, other builds": from_both_ends(
            3, 4, 2, 2, opening="unique", words="down alternate-colour"
        ),
        "two packs, kings by themselves": from_both_ends(
            4, 4, 2, 2, opening="unique", automatic=True
        ),
        "too few foundations": with_contest(2, 4, 2, 2, 2),
        "too few to go down": with_contest(2, 4, 2, 3, 1),
        # Cells and runs.
        "freecell": with_cells(3, 1, 4),
        "freecell without cells": with_cells(4, 0, 4),
        "freecell card by card": with_cells(3, 1, 4, lift="one"),
        "freecell, cards come back": with_cells(3, 1, 4, returns=True),
        "freecell, no spaces": with_cells(4, 1, 4, accepts="none"),
        "freecell, other runs": with_cells(4, 1, 4, run="up-or-down any-suit", accepts="none"),
        "freecell, any suit on any": with_cells(3, 1, 5, 3, "down any-suit", run="down same-suit"),
        "freecell with runs": with_cells(3, 1, 4, lift="run"),
        "freecell up or down": with_cells(3, 0, 4, words="up-or-down alternate-colour"),
        "runs of any suit": with_cells(3, 0, 5, 3, "down any-suit", "run"),
        "runs up or down": with_cells(3, 0, 5, 2, "up-or-down same-suit", "run", accepts="none"),
        "runs on single cards": with_two_kinds_of_columns(5, 3),
        # Other builds.
        "baker's dozen": with_cells(5, 0, 4, 4, "down any-suit", "one", accepts="none"),
        "equal ranks": with_cells(3, 0, 4, 4, "+0,-1 any-suit", "one", accepts="none"),
        "wrapping": with_cells(3, 0, 4, 3, "up-or-down same-suit wrap", "one"),
        "by a function": with_callable(3, 5),
        "foundations of any suit": with_choice(3, 5, 3, "up any-suit"),
        "foundations of alternate colours": with_choice(3, 4, 4, "up alternate-colour"),
        # A stock and a waste.
        "klondike draw 1": with_waste(3, 5, 1, layout=deep(3)),
        "klondike draw 2": with_waste(3, 5, 2, layout=deep(3)),
        "klondike draw 3": with_waste(3, 5, 3, layout=deep(2)),
        "klondike, cards come back": with_waste(3, 5, 2, layout=deep(3), returns=True),
        "klondike, any space": with_waste(3, 5, 1, layout=deep(3), returns=True, accepts="any"),
        "klondike once": with_waste(2, 5, 2, 0),
        "klondike once, cards come back": with_waste(2, 5, 2, 0, returns=True, accepts="any"),
        "klondike twice": with_waste(3, 5, 3, 1),
        "klondike three times": with_waste(3, 4, 3, 2, layout=deep(2)),
        "klondike, aces by themselves": opening_by_themselves(with_waste(3, 5, 2, layout=deep(3))),
        "klondike with two packs": with_waste(3, 5, 1, suits=2, packs=2, layout=deep(3)),
        "klondike with two packs, any space": with_waste(
            2, 5, 2, suits=2, packs=2, layout=deep(2), accepts="any"
        ),
        "forty thieves": with_waste(2, 4, 1, 0, *THIEVES, layout=flat(6)),
        "forty thieves, redeal": with_waste(3, 4, 2, 1, *THIEVES, layout=flat(4)),
        "redeal when stuck": with_waste(
            4, 4, 1, layout=flat(3), redeal=again(1, "stuck"), **SINGLE
        ),
        "redeals when stuck": with_waste(
            3, 4, 2, layout=flat(4), redeal=again(2, "stuck"), accepts="any"
        ),
        "redeal at any time": with_waste(
            3, 4, 2, layout=flat(3), redeal=again(1, "always"), **SINGLE
        ),
        "redeal as it lies": with_waste(
            3, 4, 2, layout=flat(3), redeal=again(2, "stock-empty", False), **SINGLE
        ),
        "open after a redeal": late(with_waste(3, 5, 2, 2, layout=flat(4)), NO_ACE_BEFORE),
        "shut after a redeal": late(with_waste(3, 5, 2, 2, layout=flat(3)), NO_ACE_AFTER),
        "two wastes": with_two_wastes(1, 6, 3),
        "spaces filled from the waste": with_fed_reserve(2, 5, 4),
        "spaces filled from a reserve": with_reserve(4, 5, 3, 5),
        # Cards dealt to the columns.
        "spider": with_removal(3, 4, 2, 1, 2, unless_spaces=True),
        "spider, deals on spaces": with_removal(3, 4, 2, 1, 2),
        "prince bismarck": with_spread(2, 5, 2, 0),
        "prince bismarck, on pass": with_spread(
            3, 4, 2, 0, refill="on_pass", playable="newest", accepts="none"
        ),
        "prince bismarck, rows": with_spread(2, 5, 2, 0, in_rows=True),
        "prince bismarck, redeal": with_spread(
            2, 5, 2, 1, in_rows=True, refill="on_pass", playable="newest", top_packet="first"
        ),
        "prince bismarck, when stuck": with_spread(
            2, 5, 2, 1, in_rows=True, accepts="none", playable="newest", allowed="stuck"
        ),
        "four corners": with_spread(
            2, 5, 2, 0, playable="newest", suits_by="row", returns="a k", accepts="none"
        ),
        "four corners, redeal": with_spread(
            2, 5, 2, accepts="none", words="equal any-suit", playable="newest", suits_by="row"
        ),
        "louis": with_refill(2, 5, 2),
        "louis, spaces filled": with_refill(2, 4, 2, 1, accepts="any"),
        "st. helena": with_sides(2, 4, 2, 2),
    }.items()
}
