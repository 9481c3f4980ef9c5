"""The like-for-like Python peer of the benchmark "script": the service `spark.add`, in Python.

    python3 service_peer.py N OUTPUT [same-draws]

A small library as one would write it in Python for speed (one closure, prepared SQL, no object per
spark) and a loop that calls its `add` N times with the data of ../script.lua. Each call does what
Flint's does: it checks the fields, makes the id from the whole content, adds the row to the same table
with its indexes live, recognises rows that already exist, applies the rules, and returns the same
outcome. It does not have time zones (all is UTC), instants as text, corrections, the refusal
of a key that other content has, checkpoints of the fold.

Ids and draws come from one BLAKE2 digest in C, as in script_peer.py, so that both end with the same
points; pure Python is slow at what Flint uses. With "same-draws" it uses Flint's algorithms, through
Tests/Oracle: its outcomes are then Flint's own for seed 42. That shows that the rules are the same,
and says nothing of speed.
"""

import gc
import json
import os
import sqlite3
import sys
import time
from collections import namedtuple
from hashlib import blake2b

from script_peer import (
    CELLS,
    CHALLENGE,
    CONSISTENT_CREATOR,
    CONTENT,
    DAY_MS,
    DECISION,
    DUPLICATE_POINTS,
    ENERGY,
    EPIC,
    IDEA,
    KEY,
    LEGENDARY,
    LEVELS,
    MISSIONS,
    NEVER,
    NO_DETAILS,
    POINTS,
    RARE,
    START_MS,
    STEP_MS,
    card_tables,
)

EARLIEST = -62_135_510_400  # seconds: the first instant that a profile accepts
NO_TEXT = b"\xff\xff\xff\xff"

CATEGORIES = {"decision": 0, "energy": 1, "idea": 2, "experiment": 3, "challenge": 4}
INTENSITIES = {"low": 1, "medium": 2, "high": 3, "extreme": 4}
RARITIES = ("common", "rare", "epic", "legendary")

CARDS = {
    "decision": "Fork in the Path/Coin Toss/First Yes/Clean Cut/Weighing Stone/Compass Rose"
    "/Closed Door/Burned Boat/Judge of Embers/Crown of Choices",
    "energy": "Warm Start/Quick Match/Second Breath/Morning Run/Loose Spring/Rolling Thunder"
    "/Solar Wind/Tidal Pulse/Storm Engine/Heart of the Furnace",
    "idea": "Napkin Sketch/Stray Thought/Shower Spark/Margin Note/Odd Question/Paper Lantern"
    "/Hidden Door/Borrowed Light/Cathedral of Glass/The Unwritten Page",
    "experiment": "Test Strip/Beaker/Loose Wire/Trial Run/Control Group/Odd Result"
    "/Patient Zero Point/Double Blind/Garden of Prototypes/The Lucky Mistake",
    "challenge": "Pebble in the Shoe/Steep Stair/Cold Plunge/Long Queue/Heavy Door/Ridge Line"
    "/Iron Hour/Unlit Tunnel/The Mountain Answers/Last One Standing",
}
CARD_NAMES = [name for names in CARDS.values() for name in names.split("/")]
CARD_IDS = [
    f"{category}-{name.lower().replace(' ', '-')}"
    for category, names in CARDS.items()
    for name in names.split("/")
]
MISSION_IDS = """
    morning-spark spark-streak idea-generator energy-boost high-intensity
    weekly-warrior challenge-master idea-factory energy-dynamo consistent-creator
    diversity-champion decision-week point-collector-week intensity-champion grand-achiever
    first-card rare-collector epic-hunter legendary-status card-collector
    master-of-decision master-of-energy master-of-ideas master-of-experiments master-of-challenges
    legendary-collector completionist
    first-steps rising-star spark-veteran spark-master spark-legend
    point-starter point-earner point-collector point-master
    week-warrior month-champion unstoppable
    first-overload overload-addict overload-master
    mythical-ascent
""".split()

SCHEMA = """
    CREATE TABLE batch (
      seq INTEGER PRIMARY KEY,
      kind TEXT NOT NULL,
      source TEXT NOT NULL,
      recorded_at INTEGER NOT NULL
    ) STRICT;

    CREATE TABLE spark (
      seq INTEGER PRIMARY KEY,
      id BLOB NOT NULL,
      at INTEGER NOT NULL,
      "offset" INTEGER NOT NULL,
      category INTEGER NOT NULL,
      intensity INTEGER NOT NULL,
      title TEXT NOT NULL,
      notes TEXT,
      tags TEXT,
      estimated INTEGER,
      actual INTEGER,
      key TEXT,
      recorded_at INTEGER NOT NULL,
      batch INTEGER NOT NULL REFERENCES batch (seq),
      removed INTEGER NOT NULL DEFAULT 0
    ) STRICT;
    CREATE UNIQUE INDEX spark_id ON spark (id);
    CREATE INDEX spark_at ON spark (at);

    CREATE TABLE cached_state (
      only INTEGER PRIMARY KEY CHECK (only = 1),
      record_count INTEGER NOT NULL,
      state TEXT NOT NULL
    ) STRICT;
"""

Profile = namedtuple("Profile", "add state close")


class FieldError(ValueError):
    """An invalid field."""

    def __init__(self, field, expected, found):
        super().__init__(f'field "{field}": expected {expected}, got {found!r}')


def text_field(text):
    data = text.encode()
    return len(data).to_bytes(4, "little") + data


def minutes(field, value):
    if value is None:
        return -1
    if type(value) is not int or not 0 <= value < 2**31:
        raise FieldError(field, f"minutes from 0 to {2**31 - 1}", value)
    return value


def to_json(value):
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def tag_list(tags):
    trimmed = {tag.strip().lower() for tag in tags or ()}
    if "" in trimmed:
        raise FieldError("tags", "tags that are not empty", "")
    return sorted(trimmed, key=str.encode)


def blake2_draws():
    """Ids and draws from one digest: two functions, (content → id) and (id, category → card)."""
    _, tables = card_tables()
    limit = 2**64 - 2**64 % 1500
    fresh = blake2b(digest_size=16, key=KEY).copy
    number_of = int.from_bytes

    def identity(content):
        hash_ = fresh()
        hash_.update(content)
        return hash_.digest()

    def draw(digest, category):
        number = number_of(digest[8:], "little")
        while number >= limit:
            digest = identity(digest)
            number = number_of(digest[8:], "little")
        return tables[category][number % 1500]

    return identity, draw


def same_draws():
    """Returns Flint's own functions: SipHash-2-4 with 128 bits, and Philox4x32-10 for the rarity and the card."""
    here = os.path.dirname(os.path.abspath(__file__))
    sys.path.append(os.path.join(here, "..", "..", "..", "Tests", "Oracle"))
    import oracle

    seed = int.from_bytes(KEY[:8], "little")
    cards, _ = card_tables()

    def identity(content):
        return oracle.siphash_128(KEY, content)

    def draw(digest, category):
        number = oracle.Draws(seed, digest, oracle.RARITY).bounded(50)
        rarity = (number >= 30) + (number >= 45) + (number >= 49)
        if not CELLS[category][rarity]:
            rarity -= 1
        position = oracle.Draws(seed, digest, oracle.CARD).bounded(CELLS[category][rarity])
        return cards.index((category, rarity)) + position

    return identity, draw


def open_profile(path, source, now_ms, draws):
    """Creates a new profile and opens its one transaction."""
    database = sqlite3.connect(path, isolation_level=None)
    database.executescript(
        """
        PRAGMA journal_mode = WAL;
        PRAGMA synchronous = FULL;
        PRAGMA cache_size = -262144;
        PRAGMA foreign_keys = ON;
        """
    )
    database.execute("BEGIN IMMEDIATE")
    for statement in SCHEMA.split(";"):
        database.execute(statement)
    batch = database.execute(
        "INSERT INTO batch (kind, source, recorded_at) VALUES ('script', ?, ?)", (source, now_ms)
    ).lastrowid
    cursor = database.cursor()
    insert = cursor.execute
    # values that are the same for all rows of a session are part of the statement
    plain_row = f"""
        INSERT INTO spark (id, at, "offset", category, intensity, title, recorded_at, batch)
        VALUES (?, ?, 0, ?, ?, ?, {now_ms}, {batch}) ON CONFLICT (id) DO NOTHING
    """
    full_row = f"""
        INSERT INTO spark (id, at, "offset", category, intensity, title, recorded_at, batch,
          notes, tags, estimated, actual, key)
        VALUES (?, ?, 0, ?, ?, ?, {now_ms}, {batch}, ?, ?, ?, ?, ?) ON CONFLICT (id) DO NOTHING
    """

    category_of = CATEGORIES
    intensity_of = INTENSITIES
    points_of = POINTS
    pack = CONTENT.pack
    no_details = NO_DETAILS
    identity, draw = draws
    cards, _ = card_tables()
    owners = [category for category, _ in cards]
    rarities = [rarity for _, rarity in cards]
    rarity_names = [RARITIES[rarity] for rarity in rarities]
    card_names = CARD_NAMES
    card_ids = CARD_IDS
    duplicate_points = [DUPLICATE_POINTS[rarity] for rarity in rarities]
    targets = [target for target, _ in MISSIONS]
    rewards = [reward for _, reward in MISSIONS]
    now = now_ms / 1000
    day_ms = DAY_MS
    latest_given = now_ms - 1
    occurrences = {}  # content that was added again → the number of times so far

    # the state; `start` sets all of these
    newest_at = newest_id = is_stale = None
    copies = pending = completions = None
    total = spark_points = bonus_points = mission_points = None
    fuel = overloads = tokens = level = streak = longest = None
    sparks = next_total = next_sparks = None
    day = week = day_end = noon = watched = None
    day_sparks = day_ideas = day_energies = day_high = day_mornings = None
    week_sparks = week_days = week_points = week_high = week_day_missions = None
    week_by_category = None

    def start():
        nonlocal newest_at, newest_id, is_stale, copies, pending, completions
        nonlocal total, spark_points, bonus_points, mission_points
        nonlocal fuel, overloads, tokens, level, streak, longest
        nonlocal sparks, next_total, next_sparks, day, week, day_end, noon, watched
        newest_at = day_end = -NEVER
        newest_id = b""
        is_stale = False
        copies = [0] * len(cards)
        pending = list(range(len(MISSIONS)))  # not yet completed in their window, in order
        completions = []
        total = spark_points = bonus_points = mission_points = 0
        fuel = overloads = streak = longest = sparks = noon = 0
        tokens = level = 1
        next_total = LEVELS[0]
        next_sparks = 10
        day = week = -NEVER
        watched = 0  # pending missions of the day and the week that a spark can advance

    def open_day(at):
        nonlocal streak, longest, pending, day, week, day_end, noon, watched
        nonlocal day_sparks, day_ideas, day_energies, day_high, day_mornings
        nonlocal week_sparks, week_days, week_points, week_high, week_day_missions
        nonlocal week_by_category
        today = at // day_ms
        streak = streak + 1 if today == day + 1 else 1
        if streak > longest:
            longest = streak
        day = today
        day_end = (today + 1) * day_ms
        noon = day_end - day_ms // 2
        day_sparks = day_ideas = day_energies = day_high = day_mornings = 0
        pending = [*range(5), *(mission for mission in pending if mission >= 5)]
        if (today + 3) // 7 != week:
            week = (today + 3) // 7
            week_sparks = week_days = week_points = week_high = week_day_missions = 0
            week_by_category = [0] * 5
            pending = [*range(15), *(mission for mission in pending if mission >= 15)]
        week_days += 1
        watched = sum(mission < 15 and mission != CONSISTENT_CREATOR for mission in pending)

    def complete_missions(at):
        nonlocal total, mission_points, level, fuel, overloads, tokens, watched
        nonlocal week_day_missions, next_total, next_sparks
        completed = []
        while True:
            level = 1 + sum(total >= threshold for threshold in LEVELS)
            owned = [card for card, count in enumerate(copies) if count]
            of_category = [0] * 5
            of_rarity = [0] * 4
            for card in owned:
                of_category[owners[card]] += 1
                of_rarity[rarities[card]] += 1
            values = (
                *(day_mornings, day_sparks, day_ideas, day_energies, day_high),
                *(week_sparks, week_by_category[CHALLENGE], week_by_category[IDEA]),
                *(week_by_category[ENERGY], week_days, sum(map(bool, week_by_category))),
                *(week_by_category[DECISION], week_points, week_high, week_day_missions),
                *(len(owned), of_rarity[RARE], of_rarity[EPIC], of_rarity[LEGENDARY], len(owned)),
                *of_category,
                *(of_rarity[LEGENDARY], len(owned)),
                *(sparks,) * 5,
                *(total,) * 4,
                *(streak,) * 3,
                *(overloads,) * 3,
                level,
            )
            for mission in pending:
                if values[mission] >= targets[mission]:
                    break
            else:
                later = [*LEVELS, *targets[32:36], NEVER]
                next_total = min(threshold for threshold in later if threshold > total)
                next_sparks = min(t for t in (*targets[27:32], NEVER) if t > sparks)
                return completed
            pending.remove(mission)
            completions.append((mission, at))
            completed.append(MISSION_IDS[mission])
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

    def apply(digest, at, category, intensity, base):
        """Applies a spark at the end of the fold; returns the outcome."""
        nonlocal newest_at, newest_id, sparks, total, spark_points, bonus_points
        nonlocal day_sparks, day_ideas, day_energies, day_high, day_mornings
        nonlocal week_sparks, week_points, week_high
        newest_at = at
        newest_id = digest
        sparks += 1
        changed = False
        if at >= day_end:
            changed = True
            open_day(at)

        spark_points += base
        gained = base
        card = draw(digest, category)
        is_new = not copies[card]
        bonus = 0
        if is_new:
            changed = True
        else:
            bonus = duplicate_points[card]
            bonus_points += bonus
            gained += bonus
        copies[card] += 1
        total += gained

        # missions: those of the day and the week while any is open, the rest when they can advance
        if watched:
            changed = True
            high = intensity > 2
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
        outcome = {
            "id": digest.hex(),
            "status": "added",
            "points": gained,
            "base_points": base,
            "card": card_names[card],
            "card_id": card_ids[card],
            "rarity": rarity_names[card],
            "new": is_new,
            "duplicate_points": bonus,
            "missions": [],
            "level": level,
            "streak": streak,
        }
        if changed or total >= next_total or sparks == next_sparks:
            before = total
            level_before = level
            outcome["missions"] = complete_missions(at)
            outcome["points"] = gained + total - before
            outcome["level"] = level
            if level > level_before:
                outcome["level_up"] = True
        return outcome

    def add(
        *,
        title,
        category,
        intensity="medium",
        at=None,
        notes=None,
        tags=None,
        estimated=None,
        actual=None,
        key=None,
    ):
        """Records a spark and returns the outcome."""
        nonlocal is_stale, latest_given
        try:
            category_number = category_of[category]
        except KeyError:
            raise FieldError("category", ", ".join(CATEGORIES), category) from None
        try:
            intensity_number = intensity_of[intensity]
        except KeyError:
            raise FieldError("intensity", ", ".join(INTENSITIES), intensity) from None
        title = title.strip()
        if not title:
            raise FieldError("title", "a title that is not empty", title)
        if at is None:
            latest_given = at_ms = max(now_ms, latest_given + 1)
        elif EARLIEST <= at <= now:
            at_ms = round(at * 1000)
        else:
            raise FieldError("at", "an instant that is not later than now", at)

        # identity
        text = title.encode()
        fields = at_ms, 0, category_number, intensity_number
        # the title is the only text
        is_plain = notes is tags is estimated is actual is key is None
        if is_plain:
            rest = pack(1, 0, 0, *fields, -1, -1, len(text)) + text + no_details
            digest = identity(rest)
        else:
            tags = tag_list(tags)
            spans = minutes("estimated", estimated), minutes("actual", actual)
            rest = pack(1, 0, 0, *fields, *spans, len(text)) + text
            rest += NO_TEXT if notes is None else text_field(notes)
            rest += len(tags).to_bytes(4, "little") + b"".join(map(text_field, tags))
            if key is None:
                digest = identity(rest)
            elif 1 <= len(key.encode()) <= 1000:
                digest = identity(b"\1\1" + key.encode())
            else:
                raise FieldError("key", "1 to 1000 bytes", key)

        # the row; an existing one is the same spark, or a repetition of equal content
        row = digest, at_ms, category_number, intensity_number, title
        if is_plain:
            is_added = insert(plain_row, row).rowcount
        else:
            tag_text = to_json(tags) if tags else None
            details = notes, tag_text, estimated, actual, key
            is_added = insert(full_row, row + details).rowcount
        if not is_added and key is None:
            found = insert("SELECT batch FROM spark WHERE id = ?", (digest,)).fetchone()
            first = digest
            occurrence = occurrences.get(first, int(found[0] == batch))
            while occurrence:
                digest = identity(rest[:2] + occurrence.to_bytes(4, "little") + rest[6:])
                row = (digest, *row[1:])
                if is_plain:
                    is_added = insert(plain_row, row).rowcount
                else:
                    is_added = insert(full_row, row + details).rowcount
                if is_added or first in occurrences:
                    break
                occurrence += 1
            occurrences[first] = occurrence + 1

        base = points_of[category_number * 4 + intensity_number - 1]
        if is_added:
            is_newest = at_ms > newest_at or at_ms == newest_at and digest > newest_id
            if is_newest and not is_stale:
                return apply(digest, at_ms, category_number, intensity_number, base)
            is_stale = True
        card = draw(digest, category_number)
        return {
            "id": digest.hex(),
            "status": "added" if is_added else "unchanged",
            "pending": bool(is_added),
            "base_points": base,
            "card": card_names[card],
            "card_id": card_ids[card],
            "rarity": rarity_names[card],
        }

    def state():
        """Returns the derived state, folded again if the history was edited."""
        if is_stale:
            start()
            rows = database.execute("SELECT id, at, category, intensity FROM spark ORDER BY at, id")
            for digest, at, category, intensity in rows:
                apply(digest, at, category, intensity, points_of[category * 4 + intensity - 1])
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

    def close():
        """Stores the derived state, and commits."""
        database.execute(
            "INSERT OR REPLACE INTO cached_state SELECT 1, count(*), ? FROM spark",
            (to_json(state()),),
        )
        database.execute("COMMIT")
        database.close()

    start()
    return Profile(add, state, close)


def main(n, path, draws):
    for suffix in ("", "-wal", "-shm"):
        if os.path.exists(path + suffix):
            os.remove(path + suffix)
    gc.disable()  # nothing here makes cycles
    start = time.perf_counter()
    profile = open_profile(path, "service_peer.py", int(time.time() * 1000), draws)
    categories = list(CATEGORIES)
    intensities = list(INTENSITIES)
    add = profile.add
    first = START_MS // 1000
    x = 42
    for i in range(n):
        x = (x * 1103515245 + 12345) & 0x7FFFFFFF
        add(
            category=categories[(x >> 16) % 5],
            intensity=intensities[x >> 12 & 3],
            title=f"Spark {i}",
            at=first + i * STEP_MS / 1000,
        )
    state = profile.state()
    profile.close()
    seconds = time.perf_counter() - start
    print(f"{seconds:.3f} s, {state['total']} points, {sum(map(bool, state['copies']))} cards")


if __name__ == "__main__":
    if len(sys.argv) not in (3, 4) or sys.argv[3:] not in ([], ["same-draws"]):
        sys.exit(__doc__)
    is_same = sys.argv[3:] == ["same-draws"]
    main(int(sys.argv[1]), sys.argv[2], same_draws() if is_same else blake2_draws())
