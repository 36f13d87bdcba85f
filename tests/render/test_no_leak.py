"""What a seat cannot see never reaches the text or the picture of its view."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from cardkit import Deck
from cardkit.render import svg_table, text_table

DECK = [str(card) for card in Deck(ranks=range(1, 6), suits=(0, 3))]


@given(order=st.permutations(DECK), other=st.permutations(range(6)), seat=st.sampled_from([0, 1]))
@settings(deadline=None, max_examples=40)
def test_views_look_alike_whatever_the_hidden_cards_are(toy, order, other, seat):
    # Three cards to hand 0, three to hand 1, one to the heap, three to the stock.
    hidden = [i for i in range(10) if i != 6 and i // 3 != seat]
    another = list(order)
    for place, chosen in zip(hidden, other, strict=True):
        another[place] = order[hidden[chosen]]
    game = toy.Snatch()
    view, same = (game.deal(" ".join(cards)).view(seat) for cards in (order, another))
    assert text_table(view) == text_table(same)
    assert svg_table(view) == svg_table(same)


@given(
    deal=st.integers(0, 10_000),
    choices=st.lists(st.integers(0, 5), max_size=23),
    seat=st.sampled_from([0, 1, None]),
)
@settings(deadline=None, max_examples=25)
def test_a_card_that_the_seat_cannot_name_is_neither_written_nor_drawn(
    toy, written, drawn, deal, choices, seat
):
    state = toy.Snatch().deal(deal)
    for choice in choices:
        state.play(state.moves[choice % len(state.moves)])
    view = state.view(seat)
    unknown = set(DECK) - {str(card) for cards in view.cards.values() for card in cards}
    # What a seat put aside last is told to it as a fact.
    told = {str(view.facts.get("last"))}
    assert not (set(written(text_table(view, unicode=False))) - told) & unknown
    svg = svg_table(view)
    assert not set(drawn(svg)[0]) & unknown
    assert not (set(written(svg.partition("</desc>")[0])) - told) & unknown


def test_a_remembered_card_lying_face_down_shows_its_back(toy, drawn):
    state = toy.Snatch().deal("AC 2C 3C 4C 5C AS 2S 3S 4S 5S")
    table = state._table
    table.move("heap", "stock")
    table.face("stock", 3, up=False)
    view = state.view(0)
    assert str(view.cards["stock"][3]) == "2S"
    assert "2S" not in text_table(view, unicode=False)
    assert "2S" not in drawn(svg_table(view))[0]
