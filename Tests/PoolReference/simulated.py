#!/usr/bin/env python3
"""Plays designs of pools.json roll by roll with random numbers, and compares: python3 simulated.py [PLAYERS] [SEED]

Nothing is shared with the chains of laws.py: each design is played as a player sees it, with floats. Prints the
mean of each law, that of the players, and the difference in standard errors; exits with 1 beyond 4.5.
"""

import json
import random
import sys
from math import sqrt
from pathlib import Path

FILE = Path(__file__).resolve().parents[2] / "Tests/SimulationTests/Fixtures/pools.json"


class Banner:
    """A pool of pity, featured cards, guarantee and path; `roll` returns the tier and the card."""

    def __init__(
        self, draw, base, first, step, hard, share, featured, since=0, guaranteed=False, path=None, others=0
    ):
        self.draw, self.rule, self.share, self.featured = draw, (base, first, step, hard), share, featured
        self.since, self.guaranteed, self.path, self.others = since, guaranteed, path, others

    def roll(self):
        base, first, step, hard = self.rule
        self.since += 1
        rate = base + (step * (self.since - first + 1) if self.since >= first else 0)
        if self.since < hard and self.draw() >= rate:
            return None
        self.since = 0
        if self.path is not None and self.others == self.path:
            card = 0
        elif self.guaranteed or self.draw() < self.share:
            card = int(self.draw() * self.featured)
        else:
            card = "standard"
        self.guaranteed = card == "standard"
        self.others = 0 if card == 0 else self.others + 1
        return card


def character(draw, **state):
    return Banner(draw, 0.006, 74, 0.06, 90, 0.5, 1, **state)


def weapon(draw, **state):
    return Banner(draw, 0.007, 63, 0.07, 80, 0.75, 2, **state)


def until(pool, card, copies=1):
    rolls = 0
    while copies:
        rolls += 1
        copies -= pool.roll() == card
    return rolls


def fours(draw, special):
    """Rolls until 4 stars, or until one of three featured cards of 4 stars."""
    since5 = since4 = rolls = 0
    guaranteed = False
    while True:
        rolls, since5, since4 = rolls + 1, since5 + 1, since4 + 1
        weights = [0.943, 0.051, 0.006]
        gain = 1 if since5 == 90 else max(0, since5 - 73) * 0.06
        for tier, more in ((2, gain), (1, {9: 0.51, 10: 1}.get(since4, 0))):
            room = 1 - sum(weights[tier + 1 :])
            more = max(0, min(room, (0.006, 0.051)[2 - tier] + more) - weights[tier])
            for donor in range(tier):
                moved = min(more, weights[donor])
                weights[donor] -= moved
                weights[tier] += moved
                more -= moved
        tier = random_index(draw, weights)
        if tier == 2:
            since5 = since4 = 0
        elif tier == 1:
            since4 = 0
            if not special:
                return rolls
            is_featured = guaranteed or draw() < 0.5
            guaranteed = not is_featured
            if is_featured and draw() < 1 / 3:
                return rolls


def random_index(draw, weights):
    value = draw() * sum(weights)
    for index, weight in enumerate(weights):
        value -= weight
        if value < 0:
            return index
    return max(i for i, weight in enumerate(weights) if weight > 0)


def fgo(draw, copies):
    rolls = won = 0
    while won < copies:
        rolls += 1
        won += draw() < 0.008 or (won == 0 and rolls == 330)
    return rolls


def pocket(draw, wanted):
    tiers = ["d1", "d2", "d3", "d4", "s1", "s2", "s3", "crown"]
    numbers = [50, 35, 14, 5, 8, 9, 1, 1]
    slots = [[0, 90, 5, 1.666, 2.572, 0.5, 0.222, 0.04], [0, 60, 20, 6.664, 10.288, 2, 0.888, 0.16]]
    rare = [(t, n) for t, number in zip(tiers[4:], numbers[4:]) for n in range(number)]
    missing = {(tier, n) for tier, number in wanted.items() for n in range(number)}
    packs = 0
    while missing:
        packs += 1
        if draw() < 0.0005:
            missing.difference_update(rare[int(draw() * 19)] for _ in range(5))
            continue
        for slot in slots:  # No commons are wanted.
            tier = random_index(draw, slot)
            missing.discard((tiers[tier], int(draw() * numbers[tier])))
    return packs


def hearthstone(draw, rule, is_protected):
    packs = since = 0
    owned, has_had = set(), False
    while len(owned) < 10:
        packs, since = packs + 1, since + 1
        cards = []
        for slot in range(5):
            weights = [71.65, 22.84, 4.42, 1.09]
            if slot == 4 and not any(cards):
                weights = [0, 94.49, 4.42, 1.09] if rule == "raise" else [0, *weights[1:]]
            cards.append(random_index(draw, weights))
        if 3 not in cards and since == (40 if has_had else 10):
            cards[4] = 3
        for _ in range(cards.count(3)):
            since, has_had = 0, True
            choices = [n for n in range(10) if n not in owned] if is_protected else range(10)
            if choices:
                owned.add(choices[int(draw() * len(choices))])
    return packs


def exchange(draw, copies):
    rolls = won = 0
    while won < copies:
        rolls += 1
        won += (draw() < 0.007) + (rolls % 200 == 0)
    return rolls


def box(draw, copies):
    places = sorted(random.sample(range(1, 101), 3))
    return places[copies - 1]


def order(draw):
    return until(character(draw, since=63, guaranteed=True), 0, 2) + until(weapon(draw, path=1), 0)


GAMES = {
    "genshin-character/any-4-fresh": lambda d: fours(d, False),
    "genshin-character/one-of-three-featured-4-fresh": lambda d: fours(d, True),
    "genshin-character/featured-fresh": lambda d: until(character(d), 0),
    "genshin-character/featured-since-63": lambda d: until(character(d, since=63), 0),
    "genshin-character/featured-3-since-63-guaranteed": lambda d: until(
        character(d, since=63, guaranteed=True), 0, 3
    ),
    "genshin-weapon/chosen-path-2-0-free-0": lambda d: until(weapon(d, path=2), 0),
    "genshin-weapon/chosen-path-2-40-guaranteed-1": lambda d: until(
        weapon(d, path=2, since=40, guaranteed=True, others=1), 0
    ),
    "genshin-weapon/chosen-5-path-1": lambda d: until(weapon(d, path=1), 0, 5),
    "genshin-weapon/chosen-path-none-40-guaranteed-0": lambda d: until(
        weapon(d, since=40, guaranteed=True), 0
    ),
    "fgo/featured-1-ceiling-330": lambda d: fgo(d, 1),
    "fgo/featured-5-ceiling-330": lambda d: fgo(d, 5),
    "order-of-pools/two-characters-one-weapon-since-63-guaranteed": order,
    "pocket/all-d4": lambda d: pocket(d, {"d4": 5}),
    "pocket/set-of-ten": lambda d: pocket(d, {"d3": 3, "d4": 4, "s1": 2, "crown": 1}),
    "hearthstone/all-10-protected-raise-fresh": lambda d: hearthstone(d, "raise", True),
    "hearthstone/all-10-protected-scale-fresh": lambda d: hearthstone(d, "scale", True),
    "hearthstone/all-10-unprotected-raise-fresh": lambda d: hearthstone(d, "raise", False),
    "exchange/featured-3-at-200-points-0": lambda d: exchange(d, 3),
    "box/top-2-of-3-drawn-0": lambda d: box(d, 2),
}


def main(players=20_000, seed=1):
    players = int(players)
    random.seed(int(seed))
    laws = {}
    for design in json.loads(FILE.read_text(encoding="utf-8"))["designs"]:
        for law in design["times"]:
            laws[f"{design['id']}/{law['id']}"] = law
    print(f"{players} players, seed {seed}")
    worst = 0
    for name, play in GAMES.items():
        law = laws[name]
        times = [play(random.random) for _ in range(players)]
        mean = sum(times) / players
        off = (mean - law["mean"]) / (law["sd"] / sqrt(players))
        deviation = sqrt(sum((t - mean) ** 2 for t in times) / (players - 1))
        chances = [(n, p) for n, p in law["cdf"] if 0 < p < 1]
        offs = [
            (sum(t <= n for t in times) - players * p) / sqrt(players * p * (1 - p))
            for n, p in chances
            if players * min(p, 1 - p) > 20
        ]
        worst = max(worst, abs(off), *map(abs, offs))
        print(
            f"{name}: mean {law['mean']:.4f}, played {mean:.4f} ({off:+.1f}); sd {law['sd']:.3f}, {deviation:.3f}; "
            f"cdf within {max(map(abs, offs), default=0):.1f}"
        )
    sys.exit(worst > 4.5)


if __name__ == "__main__":
    main(*sys.argv[1:])
