"""Laws of times and counts of small chains, in decimals of 50 digits.

A chain is a function from a state to its moves, (chance, next state, prizes won), with chances as exact
fractions. A law is followed roll by roll: each step multiplies and adds numbers that are not negative, so that
n rolls have a relative error below n · moves · 1e-50. A law without an end is cut off where less than `LIMIT`
is left; a state of a count that is less likely than `NEGLIGIBLE` is dropped.
"""

from decimal import Decimal, getcontext
from fractions import Fraction

getcontext().prec = 50
ZERO, ONE = Decimal(0), Decimal(1)
LIMIT = Decimal("1e-30")
NEGLIGIBLE = Decimal("1e-40")
# Chances nearer to a level than this count as equal to it, as in docs/odds.md.
TIE = Decimal("1e-12")


def decimal(fraction):
    fraction = Fraction(fraction)
    return Decimal(fraction.numerator) / Decimal(fraction.denominator)


class Moves:
    """The moves of a chain in decimals, each state computed once."""

    def __init__(self, step):
        self.step, self.known = step, {}

    def __getitem__(self, state):
        if state not in self.known:
            moves = self.step(state)
            assert sum(chance for chance, _, _ in moves) == 1, (state, moves)
            self.known[state] = [(decimal(c), s, won) for c, s, won in moves if c]
        return self.known[state]


def time_law(step, start, copies=1, limit=LIMIT):
    """Returns the chances that the last of so many prizes is won at roll 0, 1, 2, …"""
    moves = Moves(step)
    now, chances, left = {(start, copies): ONE}, [ZERO], ONE
    while left > limit:
        after, hit = {}, ZERO
        for (state, missing), chance in now.items():
            for move, following, won in moves[state]:
                part = chance * move
                if won >= missing:
                    hit += part
                else:
                    key = (following, missing - won)
                    after[key] = after.get(key, ZERO) + part
        chances.append(hit)
        now, left = after, sum(after.values(), ZERO)
    return chances


def count_law(step, start, rolls):
    """Returns the chances of 0, 1, 2, … prizes in so many rolls."""
    moves = Moves(step)
    now = {(start, 0): ONE}
    for _ in range(rolls):
        after = {}
        for (state, count), chance in now.items():
            for move, following, won in moves[state]:
                key = (following, count + won)
                after[key] = after.get(key, ZERO) + chance * move
        now = {key: chance for key, chance in after.items() if chance > NEGLIGIBLE}
    chances = [ZERO] * (max(count for _, count in now) + 1)
    for (_, count), chance in now.items():
        chances[count] += chance
    return chances


def convolution(first, second):
    """Returns the law of the sum of two independent numbers."""
    chances = [ZERO] * (len(first) + len(second) - 1)
    for i, a in enumerate(first):
        if a:
            for j, b in enumerate(second):
                if b:
                    chances[i + j] += a * b
    return chances


def moments(chances):
    mean = sum((n * chance for n, chance in enumerate(chances)), ZERO)
    square = sum((n * n * chance for n, chance in enumerate(chances)), ZERO)
    return mean, max(square - mean * mean, ZERO).sqrt()


def quantile(chances, level):
    level, total = Decimal(level), ZERO
    for n, chance in enumerate(chances):
        total += chance
        if total >= level - TIE:
            return n
    raise ValueError(f"the law is cut off below {level}")


def time_entry(name, goal, start, chances, at, **more):
    """Returns what the file says of a law of a time; a number of `at` beyond the law's end has chance 1."""
    mean, deviation = moments(chances)
    is_finite = abs(sum(chances, ZERO) - 1) < Decimal("1e-40")
    entry = {"id": name, "goal": goal, "start": start}
    entry |= {"mean": float(mean), "sd": float(deviation)}
    entry["quantiles"] = {f"p{q}": quantile(chances, f"0.{q}") for q in (50, 90, 99)}
    entry["cdf"] = [[n, float(min(sum(chances[: n + 1], ZERO), ONE))] for n in at]
    entry["certain_at"] = len(chances) - 1 if is_finite else None
    return entry | more


def count_entry(name, goal, start, rolls, chances, **more):
    """Returns what the file says of a law of a count, with the chances of at least 1e-18."""
    mean, deviation = moments(chances)
    entry = {"id": name, "goal": goal, "start": start, "rolls": rolls}
    entry |= {"mean": float(mean), "sd": float(deviation)}
    entry["pmf"] = [[n, float(chance)] for n, chance in enumerate(chances) if chance >= Decimal("1e-18")]
    return entry | more
