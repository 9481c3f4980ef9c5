#!/usr/bin/env python3
"""Writes draws.csv: a log of the banner as a server would keep it, which draws by rules of its own in Python.

    examples/designers-guide/make_log.py
"""
import csv
import datetime
import pathlib
import random

FOLDER = pathlib.Path(__file__).parent
SHEET = list(csv.DictReader(open(FOLDER / "cards.csv")))
RATES = {"gold": 0.015, "silver": 0.135, "bronze": 0.85}


def card(generator, rarity):
    cards = [row for row in SHEET if row["rarity"] == rarity]
    return generator.choices([row["name"] for row in cards], [int(row["weight"]) for row in cards])[0]


def rolls(generator, count):
    """Yields (name, rarity) of a player: gold from 1.5 %, by 2 % more from the 30th roll on, certain at the 50th."""
    since, guaranteed, silver = 0, False, 0
    for number in range(count):
        since += 1
        silver = 0 if number % 10 == 0 else silver
        gold = 1 if since >= 50 else RATES["gold"] + 0.02 * max(0, since - 29)
        draw = generator.random()
        last = number % 10 == 9 and silver == 0
        if draw < gold:
            since, silver = 0, silver + 1
            featured = guaranteed or generator.random() < 0.5
            guaranteed = not featured
            yield "Moonfish" if featured else card(generator, "gold"), "gold"
        elif last or draw < gold + RATES["silver"]:
            silver += 1
            yield card(generator, "silver"), "silver"
        else:
            yield card(generator, "bronze"), "bronze"


def main():
    generator = random.Random(2027)
    log = []
    for player in range(1, 61):
        day = datetime.datetime(2027, 3, 1, 12) + datetime.timedelta(minutes=player)
        bundles = generator.choice([2, 3, 4, 4, 4, 5])
        draws = list(rolls(generator, 10 * bundles))
        for bundle in range(bundles):
            time = day + datetime.timedelta(days=(41 // bundles) * bundle, hours=generator.randrange(8))
            log += [(time, player, *draw) for draw in draws[10 * bundle:10 * bundle + 10]]
    log.sort(key=lambda draw: draw[:2])
    with open(FOLDER / "draws.csv", "w", newline="") as file:
        rows = csv.writer(file, lineterminator="\n")
        rows.writerow(["id", "time", "player", "card", "rarity"])
        for number, (time, player, name, rarity) in enumerate(log, 1):
            rows.writerow([number, time.isoformat(sep=" "), f"p{player:02}", name, rarity])


main()
