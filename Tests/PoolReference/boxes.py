"""Exchange after a number of rolls, and boxes drawn without replacement."""

from fractions import Fraction
from math import comb

from laws import convolution, count_entry, count_law, decimal, time_entry, time_law

# --- Exchange ---------------------------------------------------------------------------------------


def exchange(rate, at):
    """State: points, one a roll. At `at` points a copy is taken at once; a hit leaves the points alone."""

    def step(points):
        bought = 1 if points + 1 == at else 0
        after = (points + 1) % at
        return [(rate, after, 1 + bought), (1 - rate, after, bought)]

    return step


def exchange_of_two(rate, at):
    """Until both of two featured cards of equal rate: the one that is missing is taken; with none owned at `at`
    points, the first of the two. State: points, cards owned. A prize is a new card."""

    def step(state):
        points, owned = state
        bought = points + 1 == at
        after, moves = (points + 1) % at, []
        for chance, new in ((rate * (2 - owned), 1), (1 - rate * (2 - owned), 0)):
            held = min(2, owned + new + bought)
            moves.append((chance, (after, held), held - owned))
        return moves

    return step


def exchanges():
    rate = Fraction(7, 1000)
    times, counts = [], []
    for at in (200, 300):
        for points in (0, 150):
            for copies in (1, 2, 3):
                law = time_law(exchange(rate, at), points, copies)
                goal = {"of": "featured", "copies": copies, "exchange": at}
                times.append(
                    time_entry(
                        f"featured-{copies}-at-{at}-points-{points}",
                        goal,
                        {"points": points},
                        law,
                        [1, 50, 100, 150, 199, 200, 250, 300, 399, 400, 600],
                    )
                )
        # In bundles of ten, the law of the bundle in which the single roll falls.
        law = time_law(exchange(rate, at), 0)
        tens = [sum(law[max(0, 10 * n - 9) : 10 * n + 1]) for n in range((len(law) + 8) // 10 + 1)]
        goal = {"of": "featured", "copies": 1, "exchange": at, "bundle": 10, "unit": "bundles"}
        times.append(
            time_entry(f"featured-1-at-{at}-bundles", goal, {"points": 0}, tens, [1, 5, 10, 19, 20, 30])
        )
        law = time_law(exchange_of_two(rate, at), (0, 0), 2)
        goal = {"of": "each of 2 featured, 0.7% each", "exchange": at}
        times.append(
            time_entry(f"both-of-two-at-{at}", goal, {"points": 0}, law, [50, 100, 199, 200, 300, 400, 600])
        )
        for rolls in (90, 200, 500):
            law = count_law(exchange(rate, at), 0, rolls)
            goal = {"of": "featured", "exchange": at}
            counts.append(count_entry(f"featured-in-{rolls}-at-{at}", goal, {"points": 0}, rolls, law))
    return {
        "id": "exchange",
        "parameters": {
            "rarities": {"r3": "3%", "other": "97%"},
            "featured": {"r3": {"rate": "0.7%", "guarantee": False}},
            "exchange": "One point a roll; at 200 (300) points a featured card is taken at once, and counts as won at "
            "that roll. Hits leave the points alone.",
        },
        "published": "GGanalysis 0.4.2, games/blue_archive/gacha_model.py: 107.80200663752993 rolls, in tens "
        "111.24149841754267 rolls, with one copy and an exchange at 200.",
        "times": times,
        "counts": counts,
    }


# --- Boxes ------------------------------------------------------------------------------------------


def box_time(size, tops, copies, drawn=0):
    """The law of the rolls until so many of the top prizes, all of them still in the box of which `drawn` are gone."""
    left = size - drawn
    law = [Fraction(0)] * (left - tops + copies + 1)
    for n in range(copies, len(law)):
        law[n] = Fraction(comb(n - 1, copies - 1) * comb(left - n, tops - copies), comb(left, tops))
    return law


def box_count(size, tops, rolls):
    return [
        (
            Fraction(comb(tops, n) * comb(size - tops, rolls - n), comb(size, rolls))
            if rolls - n >= 0
            else Fraction(0)
        )
        for n in range(tops + 1)
    ]


def exact(law):
    mean = sum(n * chance for n, chance in enumerate(law))
    return {"mean_fraction": f"{mean.numerator}/{mean.denominator}"}


def boxes():
    times, counts = [], []
    at = [1, 10, 25, 50, 63, 80, 99, 100]
    for tops in (1, 3):
        for copies in range(1, tops + 1):
            for drawn in (0, 37):
                law = box_time(100, tops, copies, drawn)
                goal = {"of": "top", "copies": copies, "tops": tops}
                times.append(
                    time_entry(
                        f"top-{copies}-of-{tops}-drawn-{drawn}",
                        goal,
                        {"drawn": drawn},
                        list(map(decimal, law)),
                        at,
                        **exact(law),
                    )
                )
        for rolls in (10, 50, 90):
            law = box_count(100, tops, rolls)
            goal = {"of": "top", "tops": tops}
            counts.append(
                count_entry(
                    f"tops-{tops}-in-{rolls}",
                    goal,
                    {"drawn": 0},
                    rolls,
                    list(map(decimal, law)),
                    **exact(law),
                )
            )
    one = list(map(decimal, box_time(100, 1, 1)))
    # A new box at once when the top is drawn: the sum of two uniform numbers.
    goal = {"of": "top", "copies": 2, "tops": 1, "reset": "when the top is drawn"}
    times.append(
        time_entry("second-top-reset-at-top", goal, {"drawn": 0}, convolution(one, one), at + [101, 150, 200])
    )
    # A new box when the box is empty: the second top lies in the second box.
    goal = {"of": "top", "copies": 2, "tops": 1, "reset": "when the box is empty"}
    times.append(
        time_entry(
            "second-top-reset-when-empty", goal, {"drawn": 0}, [decimal(0)] * 100 + one, at + [101, 150, 200]
        )
    )
    law = convolution(list(map(decimal, box_count(100, 3, 100))), list(map(decimal, box_count(100, 3, 50))))
    goal = {"of": "top", "tops": 3, "reset": "when the box is empty"}
    counts.append(count_entry("tops-3-in-150-reset-when-empty", goal, {"drawn": 0}, 150, law))

    def until_top(drawn):
        """A box of 1 top in 100 that is replaced when the top is drawn."""
        hit = Fraction(1, 100 - drawn)
        return [(hit, 0, 1), (1 - hit, drawn + 1, 0)]

    goal = {"of": "top", "tops": 1, "reset": "when the top is drawn"}
    for rolls in (90, 180, 500):
        law = count_law(until_top, 0, rolls)
        counts.append(count_entry(f"tops-1-in-{rolls}-reset-at-top", goal, {"drawn": 0}, rolls, law))
    return {
        "id": "box",
        "parameters": {
            "size": 100,
            "tops": "1 or 3",
            "note": "With `drawn` 37 no top is among the drawn ones.",
        },
        "times": times,
        "counts": counts,
    }


DESIGNS = [exchanges, boxes]
