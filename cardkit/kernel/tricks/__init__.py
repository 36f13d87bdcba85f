"""The kernel of the trick-taking family: whole matches over flat arrays, hands as sets of cards.

`shape` says what lies where in the arrays, `tabulate` fills them from a game's rules and `refusing`
says which rules they have no room for; `duties` turns what may be played into sets. `chance` draws
what the readable engine draws. `deals` and `play` are the rules of a deal and its moves, `greedy` a
player, `matches` the loops. From Python one enters through `bulk` (matches by the thousand) and
`stepping` (one match, move by move, to be compared with the readable engine).

>>> import cardkit
>>> from cardkit.kernel.engines import engine
>>> from cardkit.kernel.tricks.bulk import Matches
>>> whist = Matches(cardkit.game("whist"), "random", engine=engine("python"))
>>> [(result.number, result.ended) for result in whist.play(range(3))]
[(0, True), (1, True), (2, True)]
"""

from __future__ import annotations
