#!/usr/bin/env python3
"""Checks on random files that population.py divides them into whole players, with every line in its order: [SEED]"""

import os
import random
import sys
import tempfile

import population

FILES = 1000
PLAYERS = ['"a"', '"b"', '"dd"', r'"q\"x"', '"ü"', r'"\u0061b"', "7", '"p7"']
# Lines without a player, which are rejected.
REJECTED = ["no JSON", "", '{"player":', "[1]", '{"kind":1}', '{"x":"\\"player\\":\\"z\\""}', '{"x":{"player":"z"}}']


def random_lines(chance):
    """Returns lines of some players, each player's together."""
    lines = []
    for player in chance.sample(PLAYERS, chance.randint(0, len(PLAYERS))):
        for _ in range(chance.randint(1, 5)):
            text = "y" * chance.randint(0, 30)
            forms = (f'{{"player":{player},"x":"{text}"}}', f'{{ "x": "{text}", "player" : {player} }}', chance.choice(REJECTED))
            lines.append(chance.choices(forms, (7, 2, 1))[0])
    return [line.encode() for line in lines]


def check_parts(parts, lines, is_in_order):
    """Checks that the parts have these lines, and each player's in one part, in their order."""
    if is_in_order:
        assert [line for part in parts for line in part] == lines
    assert sorted(line for part in parts for line in part) == sorted(lines)
    for player in {population.player_of(line) for line in lines} - {b""}:
        theirs = [[line for line in part if population.player_of(line) == player] for part in parts]
        assert [part for part in theirs if part] == [
            [line for line in lines if population.player_of(line) == player]
        ]


def check(chance, path):
    lines = random_lines(chance)
    text = b"".join(line + b"\n" for line in lines)
    count = chance.randint(1, 9)
    # The last line may have no end, unless it is empty: then it would be none.
    with open(path, "wb") as file:
        file.write(text[: -1 if chance.random() < 0.3 and lines and lines[-1] else None])
    parts = [b"".join(population.chunks_of(path, part, count)) for part in range(1, count + 1)]
    check_parts([part.splitlines() for part in parts], lines, is_in_order=True)

    # Blocks of an engine, in which the lines of a player need not be together.
    chance.shuffle(lines)
    blocks = []
    rest = lines
    while rest:
        size = chance.randint(1, 9)
        blocks.append(population.split(b"".join(line + b"\n" for line in rest[:size]), count))
        rest = rest[size:]
    parts = [b"".join(population.grouped([block[number] for block in blocks])) for number in range(count)]
    check_parts([part.splitlines() for part in parts], lines, is_in_order=False)
    for part in parts:
        players = [population.player_of(line) for line in part.splitlines()]
        changes = [player for player, before in zip(players, [None, *players]) if player != before]
        assert len(changes) == len(set(changes))


def main():
    seed = int(sys.argv[1]) if len(sys.argv) > 1 else random.randrange(1 << 32)
    chance = random.Random(seed)
    with tempfile.TemporaryDirectory() as folder:
        for number in range(FILES):
            try:
                check(chance, os.path.join(folder, "events.jsonl"))
            except AssertionError:
                print(f"FAILED  file {number + 1} of seed {seed} is not divided into whole players")
                raise
    print(f"ok      {FILES} random files of seed {seed} are divided into whole players")


if __name__ == "__main__":
    main()
