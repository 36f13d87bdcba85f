"""What a patience's rules must not contradict: checks beyond the shape of each part."""

from __future__ import annotations

from collections.abc import Iterator

from cardkit.cards import Suit
from cardkit.patience.layout import cards_needed, cards_taken
from cardkit.patience.model import DealTo, Group, Rest, Rules, Take
from cardkit.words import did_you_mean

Fault = tuple[tuple[str | int, ...], str]


def faults(rules: Rules) -> Iterator[Fault]:
    """Everything that contradicts itself, as a path into the rules and what is wrong there."""
    bad_groups = list(_groups(rules))
    yield from bad_groups
    bad_names = list(_names(rules))
    yield from bad_names
    if not bad_groups and not bad_names:
        yield from _reach(rules)
        yield from _layout(rules)
        yield from _stock(rules)
        yield from _by_itself(rules)
        yield from _foundations(rules)


def _groups(rules: Rules) -> Iterator[Fault]:
    for name, group in rules.groups.items():
        path = ("groups", name)
        if not (name.isascii() and name.isalpha() and name.islower()):
            yield path, f"a group is called by small letters, not {name!r}"
        if group.count is not None and not 1 <= group.count <= 60:
            yield (*path, "count"), f"a group has 1 to 60 piles, not {group.count}"
            continue
        size = len(group.names(name))
        for key, values in group.attributes.items():
            if len(values) != size:
                text = f"{key} has {len(values)} values for {size} piles"
                yield (*path, "attributes", key), text
        if group.kind == "foundation" and group.build is None and not _removed_to(rules, name):
            yield path, f"foundation {name} has no build"
        if group.kind == "cell" and group.space.accepts == "none":
            yield path, f"no card can go to a cell of {name}: its space accepts none"
        if group.lift.cards != "one" and group.lift.run is None and group.build is None:
            yield (*path, "lift"), "a run needs a relation: give the group a build, or lift a run"
        if group.suits_by is not None and group.suits_by not in group.attributes:
            hint = did_you_mean(group.suits_by, group.attributes)
            yield (*path, "suits_by"), f"group {name} has no attribute {group.suits_by!r}{hint}"
        if group.suits == "by-pile":
            lacking = [Suit(at % 4) for at in range(size) if Suit(at % 4) not in rules.deck.suits]
            if lacking:
                text = (
                    f"a pile of {name} waits for {lacking[0].name.lower()}, and the deck has none"
                )
                yield (*path, "suits"), text


def _removed_to(rules: Rules, group: str) -> bool:
    """True if complete runs go to piles of a group."""
    names = rules.groups[group].names(group)
    words = rules.removal.to if rules.removal else ()
    return any(word == group or word.partition("..")[0] in names for word in words)


def _names(rules: Rules) -> Iterator[Fault]:
    """Words for piles that name none."""
    for path, words in _words(rules):
        for at, word in enumerate(words):
            try:
                rules.piles((word,))
            except ValueError as error:
                text = (
                    f"{path[0]} needs a stock, and {error}" if path[-1] == "stock" else str(error)
                )
                yield (*path, at) if len(words) > 1 else path, text
    for at, entry in enumerate(rules.reach):
        for key, words in (("from", entry.source), ("to", entry.target)):
            for word in words:
                if word not in rules.groups:
                    hint = did_you_mean(word, rules.groups)
                    yield ("reach", at, key), f"there is no group {word!r}{hint}"


def _words(rules: Rules) -> Iterator[tuple[tuple[str | int, ...], tuple[str, ...]]]:
    for at, step in enumerate(rules.layout):
        for key in ("to", "deal", "turn", "within", "rest"):
            words = getattr(step, key, None)
            if words is not None:
                yield ("layout", at, key), (words,) if isinstance(words, str) else words
    for key, part in (("spread", rules.spread), ("deal", rules.deal)):
        if part is not None:
            yield (key, "to"), part.to
            yield (key, "stock"), (part.stock,)
    if rules.refill is not None:
        yield ("refill", "to"), rules.refill.to
        yield ("refill", "from"), rules.refill.source
    if rules.redeal is not None:
        yield ("redeal", "gather"), rules.redeal.gather
        yield ("redeal", "stock"), (rules.redeal.stock,)
        for at, again in enumerate(rules.redeal.layout):
            yield ("redeal", "layout", at, "deal"), again.deal
    if rules.removal is not None:
        yield ("removal", "from"), rules.removal.source
        yield ("removal", "to"), rules.removal.to


def _reach(rules: Rules) -> Iterator[Fault]:
    """Reach entries that speak of attributes or of times that there are not."""
    for at, entry in enumerate(rules.reach):
        if entry.phase == "layout" and rules.spread is None:
            yield ("reach", at, "phase"), "nothing is played during the layout without a spread"
        if entry.redeals == "some" and rules.redeal is None:
            yield ("reach", at, "redeals"), "there is no redeal after which this could hold"
        for key, names, wanted in (
            ("where", entry.source, entry.where),
            ("where_to", entry.target, entry.where_to),
        ):
            for name in names:
                for attribute, values in wanted.items():
                    path = ("reach", at, key, attribute)
                    yield from _attribute(rules.groups[name], name, attribute, values, path)
        if entry.same is not None:
            for name in (*entry.source, *entry.target):
                group = rules.groups[name]
                yield from _attribute(group, name, entry.same, (), ("reach", at, "same"))


def _attribute(
    group: Group,
    name: str,
    attribute: str,
    values: tuple[str | int, ...],
    path: tuple[str | int, ...],
) -> Iterator[Fault]:
    if attribute not in group.attributes:
        hint = did_you_mean(attribute, group.attributes)
        yield path, f"group {name} has no attribute {attribute!r}{hint}"
        return
    known = group.attributes[attribute]
    for value in values:
        if value not in known:
            hint = did_you_mean(str(value), map(str, known))
            yield path, f"no pile of group {name} has {attribute} {value!r}{hint}"


def _layout(rules: Rules) -> Iterator[Fault]:
    needed, size = cards_needed(rules), len(rules.deck)
    if needed > size:
        yield ("layout",), f"the layout needs {needed} cards, and the deck has {size}"
        return
    without = [(number, name) for number, name, card in cards_taken(rules) if card is None]
    # Of a step's piles the first tells enough.
    for number, name in dict(reversed(without)).items():
        rank = _rank_of(rules.layout[number])
        text = f"the deck has no {rank} left for {name}, or {name} does not open with one"
        yield ("layout", number, "take"), text
    for path, step in _deals(rules):
        if min(step.each, step.rounds) < 1:
            yield path, "each and rounds are at least 1"
    for at, rest in enumerate(rules.layout[:-1]):
        if isinstance(rest, Rest):
            yield ("layout", at), "nothing can be dealt after the rest was laid away"
    if needed < size and not any(isinstance(step, Rest) for step in rules.layout):
        text = f"{size - needed} of {size} cards are laid nowhere (a last step"
        yield ("layout",), f"{text} {{rest: stock}} would lay them)"


def _rank_of(step: object) -> str:
    return step.take.name.lower() if isinstance(step, Take) else ""


def _deals(rules: Rules) -> Iterator[tuple[tuple[str | int, ...], DealTo]]:
    for at, step in enumerate(rules.layout):
        if isinstance(step, DealTo):
            yield ("layout", at), step
    for at, step in enumerate(rules.redeal.layout if rules.redeal else ()):
        yield ("redeal", "layout", at), step


def _stock(rules: Rules) -> Iterator[Fault]:
    for key in ("spread", "deal", "redeal"):
        part = getattr(rules, key)
        if part is not None and rules.groups.get(part.stock, Group("tableau")).kind != "stock":
            yield (key,), f"{part.stock} is no pile of kind stock"
        elif part is not None and key != "redeal" and part.stock not in _filled(rules):
            yield (key,), f"no card ever comes to {part.stock} to be dealt from it"
    if rules.deal is not None and rules.deal.cards < 1:
        yield ("deal", "cards"), "at least one card is dealt"
    if rules.deal is not None and rules.deal.rounds != "all" and rules.deal.rounds < 1:
        yield ("deal", "rounds"), "at least one round is dealt"
    redeal = rules.redeal
    if redeal is not None and redeal.times != "unlimited" and redeal.times < 0:
        yield ("redeal", "times"), "a number of redeals is not negative"
    if redeal is not None and not (rules.spread or rules.deal or redeal.layout):
        text = f"what is gathered into {redeal.stock} never leaves it again"
        yield ("redeal",), f"{text}: give the redeal a layout, or the rules a deal"


def _filled(rules: Rules) -> set[str]:
    """The piles that hold what is left of the pack, or what was gathered."""
    rests = {step.rest for step in rules.layout if isinstance(step, Rest)}
    return rests | ({rules.redeal.stock} if rules.redeal else set())


def _by_itself(rules: Rules) -> Iterator[Fault]:
    """Removals and refills that could not happen, or would never end."""
    if rules.removal is not None:
        for name in rules.piles(rules.removal.to):
            group = rules.group_of(name)
            if group.kind != "foundation":
                yield (
                    ("removal", "to"),
                    f"runs leave for a foundation, and {name} is a {group.kind}",
                )
                break
        if not 2 <= rules.removal.length <= len(rules.deck.ranks):
            text = f"a run has 2 to {len(rules.deck.ranks)} cards, not {rules.removal.length}"
            yield ("removal", "length"), text
    if rules.refill is not None:
        both = set(rules.piles(rules.refill.to)) & set(rules.piles(rules.refill.source))
        if both:
            yield ("refill", "from"), f"{min(both)} cannot fill spaces and be filled, too"


def _foundations(rules: Rules) -> Iterator[Fault]:
    """Foundations that no card can come to."""
    foundations = [name for name, group in rules.groups.items() if group.kind == "foundation"]
    if not foundations:
        yield ("groups",), "there is no foundation, so the game could not be won"
    for name in foundations:
        group = rules.groups[name]
        piles = group.names(name)
        removed = _removed_to(rules, name)
        played = any(e.allow and name in e.target and set(e.source) - {name} for e in rules.reach)
        started = any(
            isinstance(step, Take | DealTo)
            and set(piles) & set(rules.piles(step.to if isinstance(step, Take) else step.deal))
            for step in rules.layout
        )
        if not removed and not played:
            yield ("groups", name), f"no card can reach foundation {name}: no reach leads there"
        elif not removed and not started and group.space.accepts == "none":
            yield ("groups", name), f"no card can open foundation {name}: its space accepts none"
