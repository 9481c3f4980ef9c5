"""The work of scripts/bench/draws, with numpy, which is expected where scripts/bench/run installs it.

    python3 draws_peer.py              prints ns a draw and µs a player
    python3 draws_peer.py has-numpy    exits with 0 if numpy is installed
"""

import importlib.util
import os
import sys
import time

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.append(os.path.join(HERE, "..", "..", "..", ".build", "peers"))
if sys.argv[1:] == ["has-numpy"]:
    sys.exit(importlib.util.find_spec("numpy") is None)

import numpy as np

DRAWS = 1_000_000
PLAYERS = 10_000
ROUNDS = 5
EPIC, MIXED = [24] * 5 + [20] * 3 + [10] * 2, [24] * 5 + [20] * 3 + [16, 4]
CARDS = np.array(EPIC * 2 + MIXED * 3) / 1000
rng = np.random.Generator(np.random.Philox(7))


def compares():
    """Compares 32-bit words with bounds: the fastest method, though slightly biased."""
    words = rng.integers(0, 1 << 32, DRAWS, dtype=np.uint32)
    bounds = [int(bound * 2**32) for bound in (0.6, 0.9, 0.98)]
    return [np.count_nonzero(words < np.uint32(bound)) for bound in bounds]


def integers():
    """Counts whole numbers below 100: exact weights."""
    return np.bincount(rng.integers(0, 100, DRAWS, dtype=np.uint16), minlength=100)


def choice():
    return np.bincount(rng.choice(4, DRAWS, p=[0.6, 0.3, 0.08, 0.02]))


def rolls():
    """Plays all players side by side, 64 rolls at a time, cards as bits; the exact roll is determined only
    among the rolls that completed a collection."""
    weights = (CARDS * 1000).round().astype(int)
    bits = np.repeat(np.uint64(1) << np.arange(50, dtype=np.uint64), weights)
    complete = np.uint64((1 << 50) - 1)
    owned = np.zeros(PLAYERS, dtype=np.uint64)
    total = 0
    while len(owned):
        drawn = bits[rng.integers(0, 1000, (len(owned), 64), dtype=np.uint16)]
        then = owned | np.bitwise_or.reduce(drawn, axis=1)
        done = then == complete
        total += 64 * np.count_nonzero(~done)
        last = np.bitwise_or.accumulate(drawn[done], axis=1) | owned[done, None]
        total += np.count_nonzero(last != complete) + np.count_nonzero(done)
        owned = then[~done]
    return total


def law():
    arrivals = rng.standard_exponential((PLAYERS, 50))
    last = (arrivals / CARDS).max(axis=1)
    return (50 + rng.poisson(last - arrivals.sum(axis=1))).sum()


def measure(name, count, unit, body):
    best = float("inf")
    for _ in range(ROUNDS):
        start = time.perf_counter()
        body()
        best = min(best, time.perf_counter() - start)
    print(f"{name}: {best / count * unit}")


measure("rarities by compares", DRAWS, 1e9, compares)
measure("rarities by integers", DRAWS, 1e9, integers)
measure("rarities by choice", DRAWS, 1e9, choice)
measure("rolls", PLAYERS, 1e6, rolls)
measure("law", PLAYERS, 1e6, law)
