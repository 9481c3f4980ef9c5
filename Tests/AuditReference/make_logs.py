#!/usr/bin/env python3
"""Writes the synthetic logs of draws in examples/data: draws.csv (honest) and draws-uigf.json (another pity than promised).

Drawn by Python's random.Random; nothing in them is from a game.

    Tests/AuditReference/make_logs.py
"""
import csv
import datetime
import json
import pathlib
import random

DATA = pathlib.Path(__file__).parents[2] / "examples/data"
LEGENDARIES = ["Aurora", "Basalt", "Cinder", "Drift"]
EPICS = ["Ember", "Frost", "Gale", "Hollow", "Iris"]
COMMON = ["Pebble", "Twig", "Thread", "Shell", "Feather", "Nail"]


def draws(generator, count, soft_start, step, hard):
    """Yields (rarity, name) of a pool of 0.6 % legendary, 5.1 % epic, with Aurora featured at 50 % and guaranteed."""
    since, sure = 0, False
    for _ in range(count):
        since += 1
        rate = 1 if since >= hard else 0.006 + step * max(0, since - soft_start + 1)
        number = generator.random()
        if number < rate:
            since = 0
            won = sure or generator.random() < 0.5
            sure = not won
            yield "legendary", "Aurora" if won else generator.choice(LEGENDARIES[1:])
        elif number < rate + min(0.051, 1 - rate):
            yield "epic", generator.choice(EPICS)
        else:
            yield "common", generator.choice(COMMON)


def times(generator, count, start):
    """Yields times: draws in tens within a second, and single ones, over months."""
    time, left = start, 0
    for _ in range(count):
        if left == 0:
            time += datetime.timedelta(hours=generator.expovariate(1 / 5) + 0.1)
            left = generator.choice([1, 1, 10])
        left -= 1
        yield time.replace(microsecond=0)


def main():
    generator = random.Random(22)
    with open(DATA / "draws.csv", "w", newline="") as file:
        rows = csv.writer(file, lineterminator="\n")
        rows.writerow(["id", "time", "banner", "item", "rarity"])
        log = zip(times(generator, 2500, datetime.datetime(2026, 1, 2, 18)), draws(generator, 2500, 74, 0.06, 90))
        for number, (time, (rarity, name)) in enumerate(log, 1):
            rows.writerow([number, time.isoformat(sep=" "), "Dawn", name, rarity])
    generator = random.Random(23)
    ranks = {"legendary": "5", "epic": "4", "common": "3"}
    rows = [
        {
            "uigf_gacha_type": "301", "gacha_type": "301", "item_id": "", "count": "1", "time": str(time), "name": name,
            "item_type": "Card", "rank_type": ranks[rarity], "id": str(1_700_000_000_000_000_000 + number),
        }
        for number, (time, (rarity, name)) in enumerate(
            zip(times(generator, 900, datetime.datetime(2026, 5, 1, 9)), draws(generator, 900, 84, 0.06, 100)))
    ]
    info = {"uid": "100000001", "lang": "en-us", "export_app": "make_logs.py", "uigf_version": "v3.0", "region_time_zone": 8}
    # The latest first, as such files have them.
    text = ",\n".join("  " + json.dumps(row) for row in reversed(rows))
    (DATA / "draws-uigf.json").write_text('{"info": ' + json.dumps(info) + ',\n "list": [\n' + text + "\n]}\n")


main()
