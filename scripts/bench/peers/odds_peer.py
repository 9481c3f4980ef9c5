"""odds_peer.py [ROUNDS]: laws of pools with GGanalysis, a line for each: mean, and seconds of each round.

    python3 odds_peer.py 5               prints "LAW mean MEAN first SECONDS median SECONDS" of five rounds
    python3 odds_peer.py start           imports GGanalysis, computes one law and ends: to be timed from outside
    python3 odds_peer.py has-gganalysis  exits with 0 if GGanalysis is installed

GGanalysis is expected where scripts/bench/run installs its peers (.build/peers), or in Python's own path. Its
layers cache what they computed, so each round builds its models anew. The names of the laws are the ids of
Tests/SimulationTests/Fixtures/pools.json.
"""

import importlib.util
import os
import sys
import time
from statistics import median

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.append(os.path.join(HERE, "..", "..", "..", ".build", "peers"))


def tables(gg):
    """The rates by coming card of Tests/PoolReference/banners.py, first entry unused."""

    def pity(base, first, step, hard):
        rates = [0.0] + [min(1.0, base + step * max(0, k - first + 1)) for k in range(1, hard + 1)]
        rates[hard] = 1.0
        while rates[-2] == 1:
            rates.pop()
        return rates

    character = gg.linear_p_increase(0.006, 74, 0.06, 90)
    return character, pity(0.007, 63, 0.07, 80)


def laws(gg):
    """Functions that return the mean of a law or of a count, by its id."""
    import numpy as np

    character, weapon = tables(gg)
    guarantee = [0, 0.5, 1]

    def time_of(model, **state):
        return lambda: model()(**state).exp

    def count(rolls, most, model, **state):
        def mean():
            law = gg.calc_item_num_dist(model()(most, multi_dist=True, **state), rolls)
            return float(np.dot(np.arange(len(law.dist)), law.dist))

        return mean

    def banner():
        return gg.DualPityModel(character, guarantee)

    def chosen(path):
        if path == 1:
            return gg.DualPityModel(weapon, [0, 0.375, 1])
        states = {
            "won": 0,
            "others 0, guaranteed": 1,
            "others 1": 2,
            "others 1, guaranteed": 3,
            "others 2": 4,
        }
        moves = [
            ["won", "won", 0.375],
            ["won", "others 1", 0.375],
            ["won", "others 1, guaranteed", 0.25],
            ["others 0, guaranteed", "won", 0.5],
            ["others 0, guaranteed", "others 1", 0.5],
            ["others 1", "won", 0.375],
            ["others 1", "others 2", 0.625],
            ["others 1, guaranteed", "won", 0.5],
            ["others 1, guaranteed", "others 2", 0.5],
            ["others 2", "won", 1],
        ]
        model = gg.CommonGachaModel()
        model.layers += [gg.PityLayer(weapon), gg.MarkovLayer(gg.table2matrix(states, moves))]
        model._build_parameter_list = lambda begin=0, since=0: [
            [[], {"item_pity": since}],
            [[], {"begin_pos": begin}],
        ]
        return model

    def order():
        return float((banner()(2) * chosen(1)(1)).exp)

    def exchange():
        # There is no model of an exchange: its cdf is made by hand, as in games/blue_archive.
        cdf = np.cumsum(gg.BernoulliGachaModel(0.007)(1, calc_pull=200).dist)
        cdf[200] = 1
        return gg.cdf2dist(cdf).exp

    def set_of_five():
        # One slot, 1.666 % over five cards: of packs with several slots there is no model.
        return gg.GeneralCouponCollectorModel([0.01666 / 5] * 5)().exp

    return {
        "any-5-fresh": time_of(lambda: gg.PityModel(character)),
        "featured-fresh": time_of(banner),
        "featured-since-63": time_of(banner, item_pity=63),
        "featured-7-fresh": time_of(banner, item_num=7),
        "featured-7-since-63-guaranteed": time_of(banner, item_num=7, item_pity=63, up_pity=1),
        "chosen-path-2-0-free-0": time_of(lambda: chosen(2)),
        "chosen-5-path-1": time_of(lambda: chosen(1), item_num=5),
        "featured-5-ceiling-none": time_of(lambda: gg.BernoulliGachaModel(0.008), item_num=5),
        "featured-in-90-fresh": count(90, 10, banner),
        "featured-in-180-fresh": count(180, 14, banner),
        "featured-in-500-fresh": count(500, 25, banner),
        "two-characters-one-weapon-fresh": order,
        "featured-1-at-200-points-0": exchange,
        "five-cards-of-one-table": set_of_five,
    }


def measure(rounds):
    start = time.perf_counter()
    import GGanalysis as gg

    print(f"import {time.perf_counter() - start:.6f}")
    seconds, means = {}, {}
    for _ in range(rounds):
        for name, law in laws(gg).items():
            start = time.perf_counter()
            means[name] = law()
            seconds.setdefault(name, []).append(time.perf_counter() - start)
    for name, times in seconds.items():
        print(f"{name} mean {means[name]:.12g} first {times[0]:.6f} median {median(times):.6f}")


if __name__ == "__main__":
    match sys.argv[1:]:
        case ["has-gganalysis"]:
            sys.exit(importlib.util.find_spec("GGanalysis") is None)
        case ["start"]:
            import GGanalysis

            print(laws(GGanalysis)["featured-fresh"]())
        case [] | [_]:
            measure(int(sys.argv[1]) if len(sys.argv) > 1 else 5)
        case _:
            sys.exit(__doc__)
