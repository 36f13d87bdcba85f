"""The trick-taking family: rules as data, a state for a whole match.

A rules file is its usual form (see `cardkit.tricks.model` for what it may say). The same rules can
be built in Python, where scoring, duties, who leads and where cards are passed may be functions.

>>> from cardkit.cards import Deck
>>> from cardkit.tricks.duties import Must
>>> from cardkit.tricks.game import TrickGame
>>> from cardkit.tricks.model import Contract, Dealing, Rules, Schedule
>>> from cardkit.tricks.play import Play
>>> from cardkit.tricks.stages import Announce
>>> rules = Rules(
...     seats=2,
...     deck=Deck(ranks=(1, 12, 13), suits=(2, 3)),
...     dealing=Dealing(hands=3),
...     contracts={"spades": Contract(trump="S", quotas={"others": 1})},
...     schedule=Schedule(deals=("spades",)),
...     stages=(Announce(), Play()),
...     duties=(Must("follow"),),
...     first_dealer=0,
... )
>>> state = TrickGame(rules, name="tiny").deal("AH QH KH AS QS KS")
>>> state.play("QS")
>>> print(state.why_not("QH"))
suit must be followed: spades were led, and QH is none of them
>>> for card in ("AS", "QH", "AH", "KH", "KS"):
...     state.play(card)
>>> state.outcome.scores
(1, 0)
"""
