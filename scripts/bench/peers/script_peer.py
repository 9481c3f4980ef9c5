"""The Python peer of the benchmark "script": N sparks under the ignition rules into SQLite.

    python3 script_peer.py N OUTPUT [kept]

The work of the Lua script through Flint, done as directly as CPython allows: one loop, rules
inlined, no object per spark, rows handed to executemany in batches, one transaction. It does less
than Flint does: ids and draws come from one BLAKE2 digest in C (Flint's SipHash and
Philox would be slow in Python), sparks must come in the order of time, nothing is checked, and no
outcome is built.

In a new file it builds both indexes after the last row, which is fastest. With "kept" they exist
from the start and every row is inserted into them, as in a file that is in use already.
"""

import gc
import os
import sqlite3
import sys
import time
from hashlib import blake2b
from struct import Struct

DAY_MS = 86_400_000
START_MS = 1_735_689_600_000  # 2025-01-01T00:00Z, a Wednesday
STEP_MS = 31_557  # a million steps make about one year
BATCH = 20_000

DECISION, ENERGY, IDEA, EXPERIMENT, CHALLENGE = range(5)
BASE_POINTS = (10, 15, 8, 20, 25)
POINTS = tuple(base * (level + 1) // 2 for base in BASE_POINTS for level in (1, 2, 3, 4))
COMMON, RARE, EPIC, LEGENDARY = range(4)
WEIGHTS = (30, 15, 4, 1)  # of 50
DUPLICATE_POINTS = (10, 25, 50, 100)
CELLS = ((5, 3, 2, 0), (5, 3, 2, 0), (5, 3, 1, 1), (5, 3, 1, 1), (5, 3, 1, 1))
LEVELS = (1000, 2000, 3000, 4000, 5000, 6000, 7000, 8000, 9000)
NEVER = 1 << 62
KEY = (42).to_bytes(8, "little") + b"flint.id"

# (target, reward) of each mission in the rulebook's order: 5 of the day, 10 of the week, 28 of life
MISSIONS = (
    *((1, 50), (3, 100), (1, 60), (2, 75), (1, 80)),
    *((15, 400), (5, 350), (7, 350), (10, 400), (7, 500)),
    *((5, 600), (5, 300), (800, 600), (5, 450), (3, 500)),
    *((1, 100), (5, 300), (1, 500), (1, 1000), (25, 1500)),
    *((10, 750), (10, 750), (10, 750), (10, 750), (10, 750), (3, 2000), (50, 5000)),
    *((10, 200), (50, 500), (100, 1000), (500, 3000), (1000, 10000)),
    *((1000, 200), (5000, 500), (10000, 1500), (50000, 5000)),
    *((7, 300), (30, 1000), (100, 5000)),
    *((1, 500), (5, 1500), (10, 3000)),
    (10, 5000),
)
CONSISTENT_CREATOR = 9  # the one mission of a week that advances with its days only

# The content that an id hashes, as in Flint: kind, no key, occurrence, instant, offset, category,
# intensity, estimated and actual minutes, title; and for notes and tags that there are none.
CONTENT = Struct("<BBIqiBBiiI")
NO_DETAILS = b"\xff\xff\xff\xff\0\0\0\0"

SCHEMA = """
    CREATE TABLE spark (
        seq INTEGER PRIMARY KEY, id BLOB NOT NULL, at INTEGER NOT NULL, utc_offset INTEGER NOT NULL,
        category INTEGER NOT NULL, intensity INTEGER NOT NULL, title TEXT NOT NULL
    )
"""
INDEXES = (
    "CREATE UNIQUE INDEX spark_id ON spark (id)",
    "CREATE INDEX spark_at ON spark (at)",
)
INSERT = "INSERT INTO spark (id, at, utc_offset, category, intensity, title) VALUES (?,?,0,?,?,?)"


def card_tables():
    """Returns the cards, and tables that draw rarity and card at once: 50 weights times 30, which every
    cell size divides."""
    cards = []  # (category, rarity)
    tables = []
    for category, sizes in enumerate(CELLS):
        first = {}
        for rarity, size in enumerate(sizes):
            first[rarity] = len(cards)
            cards += [(category, rarity)] * size
        table = []
        for rarity, weight in enumerate(WEIGHTS):
            given = rarity if sizes[rarity] else rarity - 1
            size = sizes[given]
            table += [first[given] + n % size for n in range(weight * 30)]
        tables.append(tuple(table))
    return cards, tables


def play(n, insert):
    """Adds n sparks, hands their rows to `insert` in batches, and returns the profile."""
    cards, tables = card_tables()
    duplicate_points = [DUPLICATE_POINTS[rarity] for _, rarity in cards]
    copies = [0] * len(cards)
    targets = [target for target, _ in MISSIONS]
    rewards = [reward for _, reward in MISSIONS]
    pending = list(range(len(MISSIONS)))  # not yet completed in their window, in order
    completions = []

    # a rarity and a card need a number below 1,500: 64 bits of the digest, without the last few
    limit = 2**64 - 2**64 % 1500
    number_of = int.from_bytes
    keyed = blake2b(digest_size=16, key=KEY)
    fresh = keyed.copy
    pack = CONTENT.pack

    points = POINTS
    total = spark_points = bonus_points = mission_points = 0
    fuel = overloads = 0
    tokens = level = 1
    streak = longest = 0
    next_total = 1000
    next_sparks = 10

    day = week = -1
    day_end = noon = 0
    watched = 0  # pending missions of the day and the week that a spark can advance
    day_sparks = day_ideas = day_energies = day_high = day_mornings = 0
    week_sparks = week_days = week_points = week_high = week_day_missions = 0
    week_by_category = [0] * 5

    x = 42
    at = START_MS
    rows = []
    add_row = rows.append
    for i in range(n):
        x = (x * 1103515245 + 12345) & 0x7FFFFFFF
        category = (x >> 16) % 5
        intensity = x >> 12 & 3
        title = f"Spark {i}"

        # identity and chance
        hash_ = fresh()
        text = title.encode()
        fixed = pack(1, 0, 0, at, 0, category, intensity + 1, -1, -1, len(text))
        hash_.update(fixed + text + NO_DETAILS)
        digest = hash_.digest()
        number = number_of(digest[8:], "little")
        chance = digest
        while number >= limit:
            hash_ = fresh()
            hash_.update(chance)
            chance = hash_.digest()
            number = number_of(chance[8:], "little")
        card = tables[category][number % 1500]
        add_row((digest, at, category, intensity + 1, title))

        # days and weeks
        changed = False
        if at >= day_end:
            changed = True
            today = at // DAY_MS
            streak = streak + 1 if today == day + 1 else 1
            if streak > longest:
                longest = streak
            day = today
            day_end = (today + 1) * DAY_MS
            noon = day_end - DAY_MS // 2
            day_sparks = day_ideas = day_energies = day_high = day_mornings = 0
            pending = [*range(5), *(mission for mission in pending if mission >= 5)]
            if (today + 3) // 7 != week:
                week = (today + 3) // 7
                week_sparks = week_days = week_points = week_high = week_day_missions = 0
                week_by_category = [0] * 5
                pending = [*range(15), *(mission for mission in pending if mission >= 15)]
            week_days += 1
            watched = sum(mission < 15 and mission != CONSISTENT_CREATOR for mission in pending)

        # points and the card
        gained = points[category * 4 + intensity]
        spark_points += gained
        if copies[card]:
            bonus = duplicate_points[card]
            bonus_points += bonus
            gained += bonus
        else:
            changed = True
        copies[card] += 1
        total += gained

        # missions: those of the day and the week while any is open, the rest when they can advance
        if watched:
            changed = True
            high = intensity > 1
            day_sparks += 1
            day_high += high
            if category == IDEA:
                day_ideas += 1
            elif category == ENERGY:
                day_energies += 1
            if at < noon:
                day_mornings += 1
            week_sparks += 1
            week_high += high
            week_points += gained
            week_by_category[category] += 1
        if total >= next_total or i + 1 == next_sparks:
            changed = True
        while changed:
            changed = False
            level = 1 + sum(total >= threshold for threshold in LEVELS)
            owned = [card for card, count in enumerate(copies) if count]
            of_category = [0] * 5
            of_rarity = [0] * 4
            for card in owned:
                owned_category, rarity = cards[card]
                of_category[owned_category] += 1
                of_rarity[rarity] += 1
            values = (
                *(day_mornings, day_sparks, day_ideas, day_energies, day_high),
                *(week_sparks, week_by_category[CHALLENGE], week_by_category[IDEA]),
                *(week_by_category[ENERGY], week_days, sum(map(bool, week_by_category))),
                *(week_by_category[DECISION], week_points, week_high, week_day_missions),
                *(len(owned), of_rarity[RARE], of_rarity[EPIC], of_rarity[LEGENDARY], len(owned)),
                *of_category,
                *(of_rarity[LEGENDARY], len(owned)),
                *(i + 1,) * 5,
                *(total,) * 4,
                *(streak,) * 3,
                *(overloads,) * 3,
                level,
            )
            for mission in pending:
                if values[mission] >= targets[mission]:
                    changed = True
                    pending.remove(mission)
                    completions.append((mission, at))
                    reward = rewards[mission]
                    mission_points += reward
                    total += reward
                    fuel += reward
                    if fuel >= 1000:
                        overloads += 1
                        tokens += 1
                        fuel = 0
                    if mission < 5:
                        week_day_missions += 1
                    if mission < 15 and mission != CONSISTENT_CREATOR:
                        watched -= 1
                    break
            else:
                later = [*LEVELS, *targets[32:36], NEVER]
                next_total = min(threshold for threshold in later if threshold > total)
                next_sparks = min(t for t in (*targets[27:32], NEVER) if t > i + 1)

        if len(rows) == BATCH:
            insert(rows)
            rows.clear()
        at += STEP_MS
    insert(rows)

    return {
        "total": total,
        "ledger": (spark_points, bonus_points, mission_points),
        "level": level,
        "fuel": fuel,
        "overloads": overloads,
        "tokens": tokens,
        "streak": streak,
        "longest": longest,
        "copies": copies,
        "completions": completions,
    }


def create_indexes(database):
    for index in INDEXES:
        database.execute(index)


def main(n, path, keeps_indexes):
    for suffix in ("", "-wal", "-shm"):
        if os.path.exists(path + suffix):
            os.remove(path + suffix)
    gc.disable()  # nothing here makes cycles
    start = time.perf_counter()
    database = sqlite3.connect(path, isolation_level=None)
    database.execute("PRAGMA journal_mode = WAL")
    database.execute("PRAGMA synchronous = NORMAL")
    database.execute("BEGIN IMMEDIATE")
    database.execute(SCHEMA)
    if keeps_indexes:
        database.execute("PRAGMA cache_size = -262144")  # KiB; the default takes half as long again
        create_indexes(database)
    profile = play(n, lambda rows: database.executemany(INSERT, rows))
    if not keeps_indexes:
        create_indexes(database)
    database.execute("COMMIT")
    database.close()
    seconds = time.perf_counter() - start
    owned = sum(map(bool, profile["copies"]))
    print(f"{seconds:.3f} s, {profile['total']} points, {owned} cards")


if __name__ == "__main__":
    if len(sys.argv) not in (3, 4) or sys.argv[3:] not in ([], ["kept"]):
        sys.exit(__doc__)
    main(int(sys.argv[1]), sys.argv[2], keeps_indexes=sys.argv[3:] == ["kept"])
