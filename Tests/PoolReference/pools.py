#!/usr/bin/env python3
"""Reference values for pools, independent of Flint's code: writes Tests/SimulationTests/Fixtures/pools.json.

    python3 Tests/PoolReference/pools.py [OUTPUT] [COPIES]

With COPIES (a folder), each design is also written to a file of its own as soon as it is ready.
Only the standard library is used. How each design is computed:

    genshin-character, genshin-weapon, fgo, order-of-pools, bundles, exchange, hearthstone
        A chain of counters with exact fractions as chances, followed roll by roll (pack by pack) in decimals of
        50 digits, by sums of positive terms (laws.py); orders of pools by convolution.
    pocket
        A single card by a geometric law; crowns by powers of a pack's generating function; a set by inclusion and
        exclusion over its cards with exact fractions for the chance of a pack, and decimals of 80 digits.
    box
        Hypergeometric chances as exact fractions.

Laws without an end are cut off where less than 1e-30 is left. Every number written is the nearest double of a
value that is right to at least 20 digits. `certain_at` is the roll at which a time's law ends, null if it has no end;
quantiles are the least n whose chance reaches the level or misses it by less than 1e-12. `since` counts the cards
given since the last of that rarity or better: with `since` 63 the coming card is the 64th.
simulated.py plays the same designs roll by roll with random numbers, and compares.
"""

import json
import sys
import time
from pathlib import Path

import banners
import boxes
import packs

ROOT = Path(__file__).resolve().parents[2]


def pretty(value, indent=0):
    """JSON with one line for each list of numbers."""
    inner = "  " * (indent + 1)
    if isinstance(value, dict) and value:
        flat = json.dumps(value, ensure_ascii=False)
        if len(flat) + 2 * indent < 100 and not any(isinstance(v, list) for v in value.values()):
            return flat
        lines = [f"{inner}{json.dumps(key)}: {pretty(v, indent + 1)}" for key, v in value.items()]
    elif isinstance(value, list) and any(isinstance(v, dict) for v in value):
        lines = [inner + pretty(v, indent + 1) for v in value]
    else:
        return json.dumps(value, ensure_ascii=False)
    opening, closing = "{}" if isinstance(value, dict) else "[]"
    return opening + "\n" + ",\n".join(lines) + "\n" + "  " * indent + closing


def main(output=ROOT / "Tests/SimulationTests/Fixtures/pools.json", copies=None):
    designs = []
    for design in banners.DESIGNS + packs.DESIGNS + boxes.DESIGNS:
        start = time.perf_counter()
        designs.append(design())
        print(f"{designs[-1]['id']}: {time.perf_counter() - start:.1f} s", file=sys.stderr)
        if copies:
            Path(copies, designs[-1]["id"] + ".json").write_text(pretty(designs[-1]) + "\n", encoding="utf-8")
    about = "Written by Tests/PoolReference/pools.py, whose head says how each value is computed."
    file = {"format": 1, "about": about, "designs": designs}
    Path(output).write_text(pretty(file) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main(*sys.argv[1:])
