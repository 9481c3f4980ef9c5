"""An independent implementation of the relations of moods with factors, for comparison with Swift's.

    python3 Tests/Oracle/relations_oracle.py --make-fixtures Tests/SimulationTests/Relations/Fixtures

Everything is computed day by day from lists, with fractions where Swift has sets of days and doubles.
"""

import json
import random
import sys
from fractions import Fraction
from math import ceil, sqrt
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

from oracle import MASK32, philox  # noqa: E402

PURPOSE = int.from_bytes(b"rela", "big")
FEWEST, BASIC, SUFFICIENT = 10, 1999, 20


def words(seed, identity):
    block = 0
    while True:
        yield from philox(
            (block, PURPOSE, identity & MASK32, identity >> 32), (seed & MASK32, seed >> 32))
        block += 1


def below(source, bound):
    """A whole number below a bound, by Lemire's method: biased products are rejected."""
    while True:
        product = next(source) * bound
        if product & MASK32 >= (1 << 32) % bound:
            return product >> 32


def permuted(ratings, block_length, seed, number):
    source = words(seed, number)
    start = below(source, len(ratings))
    circle = ratings[start:] + ratings[:start]
    blocks = [circle[at:at + block_length] for at in range(0, len(circle), block_length)]
    for last in range(len(blocks) - 1, 0, -1):
        other = below(source, last + 1)
        blocks[last], blocks[other] = blocks[other], blocks[last]
    return [rating for block in blocks for rating in block]


def block_length(ratings):
    rated = [rating for rating in ratings if rating is not None]
    mean = Fraction(sum(rated), len(rated))
    variance = sum((rating - mean) ** 2 for rating in rated) / len(rated)
    pairs = [(a - mean) * (b - mean) for a, b in zip(ratings, ratings[1:]) if None not in (a, b)]
    rho = sum(pairs) / len(pairs) / variance if variance and pairs else Fraction(0)
    rho = min(max(rho, Fraction(0)), Fraction(97, 100))
    optimum = float(2 * rho / (1 - rho**2)) ** (2 / 3) * (1.5 * len(ratings)) ** (1 / 3)
    return max(1, min(ceil(2 * optimum), len(ratings) // 6))


def sides(ratings, days, lag):
    """The ratings of the days with a factor and of those without it, from its first day on."""
    with_it, without = [], []
    for day, rating in enumerate(ratings):
        if rating is None or day - lag < min(days):
            continue
        (with_it if day - lag in days else without).append(rating)
    return with_it, without


def statistic_squared(with_it, without):
    """n1·n0/(n1 + n0) · (m1 − m0)²; None when a side is empty."""
    n1, n0 = len(with_it), len(without)
    if not n1 or not n0:
        return None
    return Fraction((sum(with_it) * n0 - sum(without) * n1) ** 2, n1 * n0 * (n1 + n0))


def relate(ratings, factors, lags, seed):
    comparisons, too_few = [], []
    for name, days in factors.items():
        for lag in lags:
            with_it, without = sides(ratings, set(days), lag)
            row = {"factor": name, "lag": lag, "with": len(with_it), "without": len(without)}
            if min(len(with_it), len(without)) < FEWEST:
                too_few.append(row)
                continue
            row["mean_with"] = sum(with_it) / len(with_it)
            row["mean_without"] = sum(without) / len(without)
            row["observed"] = statistic_squared(with_it, without)
            row["statistics"] = []
            comparisons.append((row, set(days)))
    length = block_length(ratings)
    most = min(39_999, max(9_999, 40 * len(comparisons) - 1))
    for number in range(most):
        open_rows = [
            pair for pair in comparisons
            if number < BASIC or pair[0].get("exceedances", 0) < SUFFICIENT]
        if not open_rows:
            break
        moods = permuted(ratings, length, seed, number)
        for row, days in open_rows:
            statistic = statistic_squared(*sides(moods, days, row["lag"]))
            if statistic is None or statistic >= row["observed"]:
                row["exceedances"] = row.get("exceedances", 0) + 1
            row["made"] = row.get("made", 0) + 1
            if number < BASIC:
                row["statistics"].append(float("inf") if statistic is None else float(statistic))
    rows = [row for row, _ in comparisons]
    for row in rows:
        row["p"] = (row.pop("exceedances", 0) + 1) / (row.pop("made") + 1)
        reach = sqrt(sorted(row.pop("statistics"))[1900 - 1])
        half = reach * sqrt(1 / row["with"] + 1 / row["without"])
        row["low"] = row["mean_with"] - row["mean_without"] - half
        row["high"] = row["mean_with"] - row["mean_without"] + half
        del row["observed"]
    for row in rows:
        # The least rate at which the step-up procedure of Benjamini & Hochberg rejects the row.
        row["q"] = min(
            min(1, other["p"] * len(rows) / sum(third["p"] <= other["p"] for third in rows))
            for other in rows if other["p"] >= row["p"])
    return {"block_length": length, "relations": rows, "too_few": too_few}


def series(chance, days, phi):
    value, values = chance.gauss(0, 1), []
    for _ in range(days):
        values.append(value)
        value = phi * value + sqrt(1 - phi * phi) * chance.gauss(0, 1)
    return values


def case(seed, days, lags):
    chance = random.Random(seed)
    habit = [value > 0 for value in series(chance, days + 3, 0.6)]
    other = [value > 0.3 for value in series(chance, days + 3, 0.8)]
    late = [value > 0 and day > days // 3 for day, value in enumerate(series(chance, days + 3, 0.3))]
    rare = [day % 40 == 20 for day in range(days + 3)]
    ratings = []
    for day, value in enumerate(series(chance, days, 0.7)):
        mood = 2 + value + (0.9 if habit[day + 3] else 0) - (0.6 if other[day + 2] else 0)
        ratings.append(None if chance.random() < 0.2 else max(0, min(4, round(mood))))
    ratings[0] = ratings[-1] = 2
    factors = {
        name: [day - 3 for day, is_on in enumerate(flags) if is_on]
        for name, flags in [("habit", habit), ("other", other), ("late", late), ("rare", rare)]}
    given = {"seed": seed, "lags": [lags[0], lags[-1]], "ratings": ratings, "factors": factors}
    return given | {"expected": relate(ratings, factors, lags, seed)}


def main(arguments):
    if len(arguments) != 2 or arguments[0] != "--make-fixtures":
        sys.exit(__doc__)
    folder = Path(arguments[1])
    folder.mkdir(parents=True, exist_ok=True)
    for name, seed, days, lags in [
            ("short", 7, 90, range(0, 2)), ("long", (1 << 40) + 5, 400, range(0, 4))]:
        text = json.dumps(case(seed, days, list(lags)), separators=(",", ":"))
        (folder / f"{name}.json").write_text(text + "\n")


if __name__ == "__main__":
    main(sys.argv[1:])
