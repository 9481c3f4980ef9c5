"""The cases behind Tests/RulesTests/Fixtures, each a story with its own small generator."""

import json
import os
from datetime import datetime, timedelta, timezone

import oracle
from oracle import CATEGORIES, INTENSITIES

LEVELS = list(INTENSITIES)


class Chance:
    """A linear congruential generator (Knuth's MMIX constants), so cases never change."""

    def __init__(self, seed):
        self.state = seed

    def below(self, n):
        self.state = (self.state * 6364136223846793005 + 1442695040888963407) % 2**64
        return (self.state >> 33) % n

    def pick(self, values):
        return values[self.below(len(values))]


def instant(text, offset=0):
    """Milliseconds of a local time "YYYY-MM-DDTHH:MM[:SS[.fff]]" at an offset in seconds."""
    local = datetime.fromisoformat(text).replace(tzinfo=timezone.utc)
    since = local - datetime(1970, 1, 1, tzinfo=timezone.utc)
    return since // timedelta(milliseconds=1) - offset * 1000


def spark(at, category="idea", intensity="medium", title="A spark", offset=0, **more):
    if isinstance(at, str):
        at = instant(at, offset)
    fields = {
        "kind": "spark",
        "at": at,
        "offset": offset,
        "category": category,
        "intensity": intensity,
        "title": title,
        "notes": None,
        "tags": [],
        "estimated": None,
        "actual": None,
        "key": None,
    }
    return fields | more


def roll(at, category="idea", offset=0, key=None):
    if isinstance(at, str):
        at = instant(at, offset)
    return {"kind": "roll", "at": at, "offset": offset, "category": category, "key": key}


def case(seed, today, events, rulebook="ignition", **overrides):
    head = {"seed": str(seed), "rulebook": rulebook, "today": today}
    return head | overrides | {"events": events}


def rome_offset(day_text):
    return 7200 if "2025-03-30" <= day_text < "2025-10-26" else 3600


def days_from(start, count):
    first = datetime.fromisoformat(start)
    return [(first + timedelta(days=n)).date().isoformat() for n in range(count)]


def clock(minute):
    return f"{minute // 60:02d}:{minute % 60:02d}"


def stream(chance, start, count, step_ms, categories=CATEGORIES, title="Stream"):
    """`count` sparks, one every `step_ms`."""
    at = instant(start)
    return [
        spark(at + n * step_ms, chance.pick(categories), chance.pick(LEVELS), f"{title} {n}")
        for n in range(count)
    ]


# ---------------------------------------------------------------- the stories


def lifelike_year():
    chance = Chance(11)
    verbs = ["Sketched", "Repaired", "Planned", "Tried", "Rehearsed", "Measured", "Swam past"]
    things = ["the harbour wall", "a louder hinge", "Ödön's recipe", "the “blue” chapter", "lap 3"]
    events = []
    for number, day in enumerate(days_from("2025-01-01", 365)):
        away = 60 <= number < 69 or 200 <= number < 214
        if away or (number % 47 > 40 and chance.below(3)):
            continue
        for _ in range(chance.below(4) + (number % 7 == 2) * chance.below(5)):
            offset = rome_offset(day)
            events.append(
                spark(
                    f"{day}T{clock(360 + chance.below(1000))}",
                    chance.pick(CATEGORIES),
                    chance.pick(LEVELS + ["low", "medium", "medium"]),
                    f"{chance.pick(verbs)} {chance.pick(things)}",
                    offset,
                    notes=chance.pick([None, None, None, "Slept on it.", "Two\nlines"]),
                    tags=chance.pick([[], [], ["home"], ["work", "deep, slow"]]),
                    estimated=chance.pick([None, 0, 25]),
                    actual=chance.pick([None, 30]),
                )
            )
        if number % 30 == 29:
            events.append(roll(f"{day}T22:00", chance.pick(CATEGORIES), rome_offset(day)))
    events.sort(key=lambda event: event["offset"])  # not in the order of time
    return case(20250101, "2025-12-31", events)


def dense_day():
    return case(7, "2024-05-15", stream(Chance(5), "2024-05-15T00:00", 240, 359_000))


def every_kind_of_spark():
    """Each category with each intensity, alone on its day, before and after noon."""
    events = []
    cells = [(category, level) for category in CATEGORIES for level in LEVELS]
    for day, (category, level) in zip(days_from("2023-03-06", 40), cells * 2):
        hour = "11:59:59.999" if len(events) % 2 else "12:00"
        events.append(spark(f"{day}T{hour}", category, level, f"{category}, {level}"))
    return case(1, "2023-04-14", events)


def windows_at_the_border():
    """Every day and week mission at its target less one, at it, beyond it, and again."""
    events = []

    def add(day, minute, category, level, count=1):
        for n in range(count):
            text = f"{day}T{clock(minute + n)}:30"
            events.append(spark(text, category, level, f"{category} {n} on {day}"))

    # a week that stops one short of each, then goes on to reach it on its Sunday night
    for n, day in enumerate(days_from("2024-07-01", 6)):
        add(day, 720, "decision", "low", 1 if n < 4 else 0)
        add(day, 730, "challenge", "high" if n < 4 else "low", 1 if n < 4 else 0)
        add(day, 740, "idea", "low", 1)
        add(day, 750, "energy", "medium", 2 if n < 4 else 1 if n == 4 else 0)
    add("2024-07-07", 1380, "energy", "low")
    add("2024-07-07", 1390, "decision", "low")
    add("2024-07-07", 1395, "challenge", "high")
    add("2024-07-07", 1400, "idea", "low")
    add("2024-07-07", 1405, "experiment", "low")
    add("2024-07-07", 1439, "experiment", "extreme")
    # and once more on the Monday that follows, from midnight
    add("2024-07-08", 0, "idea", "low")
    add("2024-07-08", 719, "energy", "low", 2)
    add("2024-07-08", 800, "energy", "high", 9)
    add("2024-07-09", 0, "idea", "high", 9)
    add("2024-07-09", 60, "challenge", "extreme", 6)
    return case(99, "2024-07-09", events)


def around_the_world():
    """A traveller whose civil day jumps back and forth, filling windows that had passed."""
    chance = Chance(3)
    hours = [0, 14, -12, 14, -12, -11, 13, 9, -8, 2, 5.5, -9.5, 12.75, -3.5, 14, -12]
    at = instant("2022-12-26T22:00")
    events = []
    for n in range(220):
        at += chance.pick([600_000, 3_600_000, 5 * 3_600_000, 9 * 3_600_000])
        offset = int(hours[n % len(hours)] * 3600)
        events.append(
            spark(at, chance.pick(CATEGORIES), chance.pick(LEVELS), f"Leg {n}", offset)
        )
    # the day of the last leg: events later than now are never folded
    return case(42, "2023-02-01", events)


def late_windows():
    """Older days completed after newer ones were seen: a week, a day and a streak."""
    east, west = 14 * 3600, -12 * 3600
    events = []
    for day in days_from("2025-06-02", 5):
        events.append(spark(f"{day}T20:00", "idea", "low", f"Home {day}"))
    # Saturday in the east, while it is Friday in the west
    events.append(spark("2025-06-07T13:00", "challenge", "high", "Ahead", east))
    events.append(spark("2025-06-08T00:30", "energy", "low", "Sunday, ahead", east))
    events.append(spark("2025-06-09T00:10", "decision", "low", "Monday, ahead", east))
    # and Sunday again, from the west, after Monday has started elsewhere
    for n, category in enumerate(["experiment", "decision", "energy", "energy"]):
        text = f"2025-06-08T0{n}:05"
        events.append(spark(text, category, "extreme", f"Sunday, behind {n}", west))
    events.append(spark("2025-06-07T23:30", "idea", "high", "Saturday, behind", west))
    events.append(spark("2025-06-11T09:00", "idea", "low", "After a gap"))
    # two days ahead in the calendar, then the days between from the other side
    events.append(spark("2025-06-13T00:05", "idea", "low", "Friday, ahead", east))
    events.append(spark("2025-06-12T03:00", "idea", "low", "Thursday, behind", west))
    return case(1234567890123456789, "2025-06-12", events)


def calendar_edges():
    """Year and week ends, leap days, a century, the minutes around midnight, before 1970."""
    events = []
    for text in [
        "1969-12-28T23:59:59.999",
        "1969-12-31T23:59:59.999",
        "1970-01-01T00:00",
        "1972-02-28T12:00",
        "1972-02-29T12:00",
        "1972-03-01T12:00",
        "2000-02-28T23:59",
        "2000-02-29T00:00",
        "2000-03-01T00:00",
        "2023-02-28T10:00",
        "2023-03-01T10:00",
        "2024-02-26T00:00",
        "2024-02-27T11:59:59.999",
        "2024-02-28T12:00",
        "2024-02-29T23:59:59.999",
        "2024-03-01T00:00",
        "2024-03-02T00:00",
        "2024-03-03T23:59:59.999",
        "2024-03-04T00:00",
        "2024-12-29T12:00",
        "2024-12-30T12:00",
        "2024-12-31T23:59:59.999",
        "2025-01-01T00:00",
        "2025-01-05T23:59:59.999",
        "2025-01-06T00:00",
        "2100-02-28T12:00",
        "2100-03-01T12:00",
    ]:
        for offset in (0, 3600, -18000):
            level = LEVELS[len(events) % 4]
            category = CATEGORIES[len(events) % 5]
            events.append(spark(text, category, level, f"{text} {offset}", offset))
    events.reverse()
    return case(0, "2100-03-02", events)


def hundred_days():
    """A streak of 100 days, a gap of one, and a new one; today has no spark yet."""
    events = [
        spark(f"{day}T08:00", CATEGORIES[n % 5], "low", f"Day {n + 1}")
        for n, day in enumerate(days_from("2024-01-01", 101))
    ]
    events += [
        spark(f"{day}T21:00", "idea", "low", f"Again {day}")
        for day in days_from("2024-04-12", 6)
    ]
    return case(2**64 - 1, "2024-04-18", events)


def rolls_and_tokens():
    """Rolls before any token was earned, when one is there, and when it is spent."""
    chance = Chance(21)
    events = [roll("2024-09-02T06:00", "challenge"), roll("2024-09-02T06:01", "challenge")]
    for n, day in enumerate(days_from("2024-09-02", 26)):
        for minute in range(540, 540 + 60 * (1 + n % 6), 60):
            events.append(
                spark(
                    f"{day}T{clock(minute)}",
                    chance.pick(CATEGORIES),
                    chance.pick(LEVELS),
                    f"Work {n}",
                )
            )
        if n % 3 == 1:
            events.append(roll(f"{day}T{clock(600 + n)}", chance.pick(CATEGORIES)))
        if n == 20:
            events += [roll(f"{day}T22:{i:02d}", "experiment", 7200) for i in range(20)]
    return case(555, "2024-09-27", events[::-1])


def roll_only():
    """A new profile's one token and nothing else: the second roll is void."""
    return case(8, "2024-01-01", [roll("2024-01-01T10:00"), roll("2024-01-01T10:01", "energy")])


def ties():
    """Many events at one instant are distinguished by their ids alone."""
    events = []
    for n in range(12):
        events.append(spark("2024-10-10T10:10:10.010", CATEGORIES[n % 5], "high", f"Tie {n}"))
    for category in CATEGORIES[:3]:
        events.append(roll("2024-10-10T10:10:10.010", category))
    events.append(spark("2024-10-10T10:10:10.010", "idea", "high", "East", 50400))
    events.append(spark("2024-10-10T10:10:10.010", "idea", "high", "East", -43200))
    events += [roll("2024-10-10T10:10:10.011", "idea") for _ in range(3)]
    return case(31337, "2024-10-10", events)


def identities():
    """Keys, equal rows, and rows that differ in one field only."""
    at = "2024-11-05T14:00"
    same = dict(title="Drank water", tags=["home"], estimated=5)
    events = [
        spark(at, **same),
        spark(at, **same),
        spark(at, **same),
        spark(at, **(same | {"title": "  Drank water\t\n"})),
        spark(at, **(same | {"title": "Drank  water"})),
        spark(at, **(same | {"title": "drank water"})),
        spark(at, **(same | {"tags": [" HOME ", "home"]})),
        spark(at, **(same | {"tags": []})),
        spark(at, **(same | {"tags": ["home", "b", "a, c"]})),
        spark(at, **(same | {"tags": ["a, c", "Home", "B"]})),
        spark(at, **(same | {"tags": ["zebra", "éclair", "Zürich", "apple", "🎈", "ﬁ"]})),
        spark(at, **(same | {"notes": ""})),
        spark(at, **(same | {"notes": " "})),
        spark(at, **(same | {"notes": "home"})),
        spark(at, **(same | {"estimated": None})),
        spark(at, **(same | {"estimated": 0})),
        spark(at, **(same | {"estimated": None, "actual": 5})),
        spark(at, **(same | {"estimated": 5, "actual": 5})),
        spark(at, **(same | {"intensity": "high"})),
        spark(at, **(same | {"category": "energy"})),
        spark(instant(at), **same, offset=3600),
        spark("2024-11-05T14:00:00.001", **same),
        spark(at, **(same | {"title": "Café"})),
        spark(at, **(same | {"title": "Cafe\u0301"})),
        spark(at, **(same | {"title": "🔥" * 40})),
        spark(at, **(same | {"title": "x" * 300, "notes": "n" * 1000})),
        spark(at, **same, key="water-1"),
        spark(at, **same, key="water-2"),
        spark(at, **same, key="Ключ №3"),
        spark(at, **same, key="k" * 70),
        roll("2024-11-05T13:00", key="water-1"),
        roll("2024-11-05T13:00"),
        roll("2024-11-05T13:00"),
    ]
    return case(0x0123456789ABCDEF, "2024-11-05", events)


def shipped():
    chance = Chance(77)
    events = stream(chance, "2023-10-01T07:00", 260, 3 * 3_600_000 + 61_000)
    events += [roll(at["at"] + 1, at["category"]) for at in events[::20]]
    return case(2718281828, "2023-11-05", events, "ignition-shipped")


def pity_hard():
    pity = {"legendary": {"hard": 12}}
    events = stream(Chance(1), "2024-02-01T00:00", 150, 600_000, ["idea", "experiment"])
    return case(1001, "2024-02-02", events, pity=pity)


def pity_soft():
    rates = {"common": "0.943", "rare": "0.051", "legendary": "0.006"}
    pity = {"legendary": {"soft_start": 8, "soft_step": "0.06", "hard": 24}}
    events = stream(Chance(2), "2024-02-01T00:00", 160, 600_000, ["challenge", "idea"])
    return case(1002, "2024-02-02", events, rates=rates, pity=pity)


def pity_several():
    pity = {
        "legendary": {"soft_start": 10, "soft_step": "1/7", "hard": 16},
        "epic": {"soft_start": 4, "soft_step": "0.35"},
        "rare": {"hard": 3},
    }
    events = stream(Chance(4), "2024-02-01T00:00", 160, 600_000)
    return case(1003, "2024-02-02", events, pity=pity)


def pity_with_demotion():
    """Decisions hold no legendary: the counter runs past its end until another category gives."""
    events = stream(Chance(6), "2024-02-01T00:00", 60, 600_000, ["decision", "energy"])
    events += stream(Chance(7), "2024-02-02T00:00", 40, 600_000, title="Later")
    pity = {"legendary": {"soft_start": 5, "soft_step": "0.1", "hard": 9}, "epic": {"hard": 6}}
    return case(1004, "2024-02-02", events, pity=pity)


def pity_with_lost_rolls():
    """A roll lost to the drop chance moves no counter."""
    pity = {"legendary": {"hard": 6}, "epic": {"soft_start": 2, "soft_step": "0.2"}}
    events = stream(Chance(8), "2024-02-01T00:00", 150, 600_000)
    return case(1005, "2024-02-02", events, "ignition-shipped", pity=pity)


def odd_rates():
    """A denominator above 2^32, a drop chance of thirds, and cells that give nothing."""
    rates = {
        "common": "0.3333333333333",
        "rare": "1/3",
        "epic": "0.1666666666667",
        "legendary": "1/6",
    }
    events = stream(Chance(9), "2024-02-01T00:00", 150, 600_000)
    more = {"rates": rates, "drop_chance": "2/3", "empty_cell": "none"}
    return case(1006, "2024-02-02", events, **more)


def rerolled_cells():
    rates = {"common": "0.2", "rare": "0.2", "epic": "0.1", "legendary": "0.5"}
    events = stream(Chance(10), "2024-02-01T00:00", 80, 600_000)
    return case(1007, "2024-02-01", events, rates=rates, empty_cell="reroll")


def nothing_yet():
    return case(5, "2024-02-29", [])


def nights():
    """Six weeks of short nights: half of the sparks come between midnight and 06:00."""
    chance = Chance(44)
    events = []
    for day in days_from("2025-03-10", 42):
        for number in range(chance.below(5)):
            minute = chance.below(360) if chance.below(2) == 0 else chance.below(1440)
            events.append(
                spark(
                    f"{day}T{clock(minute)}:{chance.below(60):02d}",
                    chance.pick(CATEGORIES),
                    chance.pick(LEVELS),
                    title=f"Night {number}",
                    offset=rome_offset(day),
                )
            )
    return events


def day_start_at_four():
    return case(4004, "2025-04-20", nights(), day_start="04:00")


def day_start_at_half_past_two():
    """The clock skips 02:30 on 2025-03-30."""
    return case(4005, "2025-04-20", nights(), day_start="02:30")


def day_start_at_its_latest():
    return windows_at_the_border() | {"day_start": "11:59"}


def day_start_around_the_world():
    return around_the_world() | {"day_start": "00:01"}


STORIES = [
    lifelike_year,
    dense_day,
    every_kind_of_spark,
    windows_at_the_border,
    around_the_world,
    late_windows,
    calendar_edges,
    hundred_days,
    rolls_and_tokens,
    roll_only,
    ties,
    identities,
    shipped,
    pity_hard,
    pity_soft,
    pity_several,
    pity_with_demotion,
    pity_with_lost_rolls,
    odd_rates,
    rerolled_cells,
    nothing_yet,
    day_start_at_four,
    day_start_at_half_past_two,
    day_start_at_its_latest,
    day_start_around_the_world,
]


def write_fixtures(directory):
    os.makedirs(directory, exist_ok=True)
    for story in STORIES:
        value = story()
        path = os.path.join(directory, story.__name__.replace("_", "-") + ".json")
        with open(path, "w", encoding="utf-8", newline="\n") as file:
            pair = {"case": value, "expected": oracle.expected(value)}
            file.write(oracle.compact_json(pair) + "\n")
