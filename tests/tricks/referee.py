"""Bismarck once more, as plainly as it can be written: cards are texts, and nothing is clever.

It shares no code with cardkit. Tests let it replay matches and compare what it says.
"""

from __future__ import annotations

RANKS = "23456789TJQKA"
ORDERS = {
    "trump-first": ["trump", "no-trump", "pass"],
    "no-trump-first": ["no-trump", "trump", "pass"],
}
MODERN = ["spades", "free", "no-trump", "pass"]


class Referee:
    def __init__(self, orders: list[list[str]], first_dealer: int, options: dict[str, object]):
        self.orders, self.first, self.options = orders, first_dealer, options
        self.session = options["session"]
        order = ORDERS[str(options["round_order"])]
        self.plan = {
            "quick": order,
            "traditional": [kind for kind in order for _ in range(3)],
            "fourth-round": [kind for kind in [*order, "named"] for _ in range(3)],
            "modern": [None] * 12,
        }[str(self.session)]
        self.score = [0, 0, 0]
        self.used: list[list[str]] = [[], [], []]
        self.log: list[tuple[int, str, str | None, list[int], list[int]]] = []
        self.number = -1
        self.deal()

    def deal(self) -> None:
        self.number += 1
        if self.number == len(self.plan):
            self.phase = "over"
            return
        dealer = (self.first + self.number) % 3
        self.forehand = (dealer + 1) % 3
        order = self.orders[self.number]
        self.hands = [[], [], []]
        for i, card in enumerate(order[:48]):
            self.hands[(dealer + 1 + i) % 3].append(card)
        self.table = order[48:]
        self.away: list[str] = []
        self.trick: list[tuple[int, str]] = []
        self.tricks = [0, 0, 0]
        self.turn = self.forehand
        self.contract = self.plan[self.number]
        self.trump: str | None = None
        self.phase = "choose"
        if self.contract == "trump":
            self.settle("trump", self.table[0][1])
        elif self.contract in ("no-trump", "pass"):
            self.settle(self.contract, None)

    def settle(self, contract: str, trump: str | None) -> None:
        self.contract, self.trump = contract, trump
        self.hands[self.forehand] += self.table
        self.table = []
        self.phase = "away"

    def legal(self) -> set[str]:
        if self.phase == "over":
            return set()
        hand = self.hands[self.turn]
        if self.phase == "choose":
            if self.session != "modern":
                return {f"contract {suit}" for suit in "CDHS"}
            moves = set()
            for kind in MODERN:
                if kind in self.used[self.forehand]:
                    continue
                suits = "CDH" if self.options["free_trump_spades"] == "forbidden" else "CDHS"
                if kind == "free":
                    moves |= {f"contract free {suit}" for suit in suits}
                else:
                    moves.add(f"contract {kind}")
            return moves
        if self.phase == "away":
            return {f"away {card}" for card in hand}
        if self.trick:
            led = self.trick[0][1][1]
            same = {card for card in hand if card[1] == led}
            if same:
                return same
            trumps = {card for card in hand if card[1] == self.trump}
            if self.options["must_trump"] and trumps:
                return trumps
        return set(hand)

    def play(self, move: str) -> None:
        assert move in self.legal(), f"{move} is not among {self.legal()}"
        words = move.split()
        if words[0] == "contract":
            if self.session != "modern":
                self.settle("named", words[1])
                return
            kind = words[1]
            self.used[self.forehand].append(kind)
            trump = {"spades": "S", "free": words[-1]}.get(kind)
            self.settle(kind, trump)
        elif words[0] == "away":
            self.hands[self.turn].remove(words[1])
            self.away.append(words[1])
            if len(self.away) == 4:
                self.phase = "play"
        else:
            self.hands[self.turn].remove(move)
            self.trick.append((self.turn, move))
            self.turn = (self.turn + 1) % 3
            if len(self.trick) == 3:
                self.end_trick()

    def end_trick(self) -> None:
        led = self.trick[0][1][1]
        trumps = [p for p in self.trick if p[1][1] == self.trump]
        candidates = trumps or [p for p in self.trick if p[1][1] == led]
        winner = max(candidates, key=lambda p: RANKS.index(p[1][0]))[0]
        self.tricks[winner] += 1
        self.turn = winner
        self.trick = []
        if not any(self.hands):
            self.end_deal()

    def end_deal(self) -> None:
        points = []
        for seat in range(3):
            tricks, first = self.tricks[seat], seat == self.forehand
            if self.contract == "pass":
                few, many = (2, 7) if self.options["pass_quota"] == "2-7-7" else (4, 6)
                better = (few if first else many) - tricks
            else:
                better = tricks - (8 if first else 4)
            if self.contract == "pass" and self.options["pass_scoring"] == "penalty-only":
                points.append(min(better, 0))
            elif self.options["scoring"] == "zero-sum":
                points.append(better)
            else:
                points.append(max(better, 0))
        self.score = [a + b for a, b in zip(self.score, points, strict=True)]
        row = (self.forehand, str(self.contract), self.trump, list(self.tricks), points)
        self.log.append(row)
        self.deal()
