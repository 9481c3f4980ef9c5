#!/usr/bin/env python3
"""Writes the events of invented players as JSON Lines, for flint replay --population.

    python3 make_events.py [PLAYERS [EVENTS]]     # 20 players with 12 events each

Two runs with the same numbers write the same bytes. The lines of a player are together. With one player
in five they are out of order, and some events have the same instant.
"""

import datetime
import random
import sys

SEED = 2026
DAYS = 120

SPARKS = [
    f'"kind":"spark","category":"{category}","intensity":"{intensity}"}}\n'
    for category in ("decision", "energy", "idea", "experiment", "challenge")
    for intensity in ("low", "medium", "high", "extreme")
]
# A mood has the day of its instant in place of DAY.
MOODS = [
    f'"kind":"mood","day":"DAY","mood":"{mood}"}}\n'
    for mood in ("horrible", "bad", "average", "good", "great")
]
TASKS = [f'"kind":"task","name":"Chapter {number}","priority":{number % 4 + 1}}}\n' for number in range(8)]
KINDS = SPARKS + MOODS + TASKS
# Seven in ten are sparks, two in ten moods.
WEIGHTS = [7 / len(SPARKS)] * len(SPARKS) + [2 / len(MOODS)] * len(MOODS) + [1 / len(TASKS)] * len(TASKS)
START = datetime.datetime(2026, 1, 1)
# Each quarter of an hour, in order.
INSTANTS = [
    (START + datetime.timedelta(minutes=15 * number)).strftime("%Y-%m-%dT%H:%M:%SZ")
    for number in range(96 * DAYS)
]


def lines(player, events, chance):
    """Returns the lines of one player."""
    instants = sorted(chance.choices(INSTANTS, k=events))
    if chance.random() < 0.2:
        chance.shuffle(instants)
    start = f'{{"player":"p{player:06}","at":"'
    return "".join(
        f'{start}{at}",{kind if "DAY" not in kind else kind.replace("DAY", at[:10])}'
        for at, kind in zip(instants, chance.choices(KINDS, WEIGHTS, k=events))
    )


def main():
    try:
        numbers = [int(text) for text in sys.argv[1:]]
        players, events = numbers + [20, 12][len(numbers) :]
    except ValueError:
        sys.exit(__doc__)
    chance = random.Random(SEED)
    for player in range(1, players + 1):
        sys.stdout.write(lines(player, events, chance))


if __name__ == "__main__":
    main()
