"""A slow, plain reference of journeys, activities, scores and ladders, day by day.

It shares no code with the Swift engine: facts are kept in lists and counted anew whenever they are
asked for, and scores are fractions until they are truncated.

    python3 journey_oracle.py --make-fixtures DIR

writes DIR/journey-*.json: stories, and what comes of them. An event of a story is [instant in ms,
offset in s, what, id]; what is "other" (any event of another subject), "journey YYYY-MM-DD", or the
name of an activity.
"""

import os
import sys
from datetime import date, datetime, timedelta, timezone
from fractions import Fraction
from math import isqrt

import oracle

EPOCH = date(1970, 1, 1)
ONE = 1_000_000
LANDSCAPE = 4

# ---------------------------------------------------------------- the ladders


def of_one_metric(name, metric, thresholds):
    return [(f"{name}-{number}", [(metric, number)]) for number in thresholds]


def of_percent(name, metric, thresholds):
    return [(f"{name}-{number}", [(metric, number * ONE // 100)]) for number in thresholds]


LADDERS = {
    "time": of_one_metric("time", "days", [1, 3, 7, 14, 21, 30, 60, 90, 180, 365]),
    "activity-streak": of_one_metric("activity-streak", "activity_streak", [3, 7, 14, 30]),
    "journaling": of_one_metric("journaling", "journals", [1, 5, 10, 25, 50, 100]),
    "consistency": of_percent("consistency", "consistency", [50, 70, 85, 95]),
    "self-care": of_percent("self-care", "self_care", [60, 80, 90]),
    "sos": of_one_metric("sos", "sos_sessions", [1, 3, 5, 10, 15]),
    "engagement": of_one_metric("engagement", "active_days", [3, 7, 14, 30, 60]),
    "positive": [("positive", [("journals", 5), ("consistency", 600_000)])],
    "gratitude": [("gratitude", [("journals", 10), ("self_care", 700_000)])],
    "strength": [("strength", [("days", 14), ("stability", 700_000)])],
    "self-compassion": [("self-compassion", [("journals", 8), ("stability", 600_000)])],
    "growth": [("growth", [("active_days", 7), ("consistency", 800_000)])],
    "steady": [("steady", [("stability", 800_000)])],
    "month-writer": [("month-writer", [("days", 30), ("journals", 15)])],
    "balanced": [("balanced", [("consistency", 800_000), ("self_care", 800_000)])],
    "fortnight-writer": [("fortnight-writer", [("activity_streak", 14), ("journals", 10)])],
}
METRICS = [
    "days",
    "activity_streak",
    "journals",
    "sos_sessions",
    "active_days",
    "consistency",
    "self_care",
    "stability",
]
OF_A_JOURNEY = {"days", "consistency", "self_care", "stability"}


def needs_journey(ladder):
    return any(metric in OF_A_JOURNEY for _, conditions in ladder for metric, _ in conditions)


# ---------------------------------------------------------------- what is measured


def millionths(number):
    return number.numerator * ONE // number.denominator


def scores(days, journals, active_days, sessions, unlocked):
    d = max(1, days)
    consistency = (
        millionths(min(Fraction(4, 10), Fraction(3 * journals, d)))
        + millionths(min(Fraction(3, 10), Fraction(active_days, 2 * d)))
        + min(300_000, isqrt(100_000_000 * d))
    )
    self_care = (
        millionths(min(Fraction(4, 10), Fraction(2 * sessions, d)))
        + millionths(min(Fraction(3, 10), Fraction(5 * journals, d)))
        + millionths(min(Fraction(3, 10), Fraction(4, 10) * unlocked / 20))
    )
    ground = millionths(min(Fraction(5, 10), Fraction(3, 10) + Fraction(5, 1000) * d))
    stability = min(ONE, ground + consistency // 4 + self_care // 4)
    return consistency, self_care, stability


def streak(active, day):
    last = day if day in active else day - 1
    length = 0
    while last - length in active:
        length += 1
    return length


def longest_streak(active):
    return max((streak(active, day) for day in active), default=0)


class Facts:
    """The facts known at a position of the fold."""

    def __init__(self):
        self.activities = []  # (day, kind)
        self.active = set()
        self.journeys = []  # (start, day recorded)
        self.unlocks = []  # (ladder, rung id, day, instant or None)

    def journey_on(self, day):
        """The last recorded by that day; else the first recorded later that had started."""
        recorded = [start for start, recorded in self.journeys if recorded <= day]
        if recorded:
            return recorded[-1]
        started = [start for start, _ in self.journeys if start <= day]
        return started[0] if started else None

    def measures(self, day):
        """All metrics as of the end of a day; None for what has no value without a journey."""
        done = [kind for when, kind in self.activities if when <= day]
        active = {when for when in self.active if when <= day}
        values = {
            "days": None,
            "activity_streak": streak(active, day),
            "journals": done.count("journal"),
            "sos_sessions": done.count("sos"),
            "active_days": len(active),
            "consistency": None,
            "self_care": None,
            "stability": None,
        }
        start = self.journey_on(day)
        if start is not None:
            values["days"] = day - start
            values["consistency"], values["self_care"], values["stability"] = scores(
                day - start,
                done.count("journal"),
                len([when for when in active if when >= start]),
                done.count("sos") + done.count("self_care"),
                len([when for _, _, when, _ in self.unlocks if when < day]),
            )
        return values


# ---------------------------------------------------------------- the fold


class Fold:
    def __init__(self):
        self.facts = Facts()
        self.today = None
        self.void = []

    def open(self, day):
        if self.today is None:
            self.today = day
        while self.today < day:
            self.today += 1
            self.examine(None)

    def examine(self, instant):
        facts = self.facts
        values = facts.measures(self.today)
        for name, rungs in LADDERS.items():
            if needs_journey(rungs) and not facts.journeys:
                continue
            reached = [when for ladder, _, when, _ in facts.unlocks if ladder == name]
            if len(reached) == len(rungs) or self.today in reached:
                continue
            rung, conditions = rungs[len(reached)]
            if all(
                values[metric] is not None and values[metric] >= threshold
                for metric, threshold in conditions
            ):
                facts.unlocks.append((name, rung, self.today, instant))

    def apply(self, event):
        at, offset, what, number = event
        day = (at + offset * 1000) // 86_400_000
        self.open(day)
        if what.startswith("journey "):
            start = day_number(what.removeprefix("journey "))
            if start > day:
                self.void.append(number)
                return
            self.facts.journeys.append((start, day))
        elif what != "other":
            self.facts.activities.append((day, what))
        self.facts.active.add(day)
        self.examine(at)


def landscape(facts, day, seed):
    points = []
    for i in range(7):
        when = day - 6 + i
        values = facts.measures(when)
        if values["days"] is None:
            continue
        d = max(1, values["days"])
        identity = (when % 2**64).to_bytes(8, "big")
        noise = oracle.Draws(seed, identity, LANDSCAPE).bounded(40_001) - 20_000
        height = (
            min(ONE, 300_000 + 10_000 * d)
            + values["consistency"] * 20 // 100
            + values["self_care"] * 15 // 100
            + 5_000 * i
            + noise
        )
        points.append([day_text(when), max(0, min(ONE, height))])
    return points


def expected(story):
    fold = Fold()
    for event in sorted(story["events"], key=lambda event: (event[0], event[3])):
        fold.apply(event)
    today = day_number(story["today"])
    fold.open(today)
    facts = fold.facts
    looked_at = {}
    for text in story["look"]:
        values = facts.measures(day_number(text))
        looked_at[text] = [values[metric] for metric in METRICS]
    return {
        "unlocks": [[rung, day_text(when), at] for _, rung, when, at in facts.unlocks],
        "values": looked_at,
        "landscape": landscape(facts, today, int(story["seed"])),
        "longest_streak": longest_streak(facts.active),
        "void": fold.void,
    }


# ---------------------------------------------------------------- the stories


def day_number(text):
    return (date.fromisoformat(text) - EPOCH).days


def day_text(number):
    return (EPOCH + timedelta(days=number)).isoformat()


def later(text, days):
    return day_text(day_number(text) + days)


class Diary:
    """Events, written down one after the other."""

    def __init__(self):
        self.events = []

    def add(self, day, time, what, offset=0):
        local = datetime.fromisoformat(f"{day}T{time}").replace(tzinfo=timezone.utc)
        at = (local - datetime(1970, 1, 1, tzinfo=timezone.utc)) // timedelta(milliseconds=1)
        self.events.append([at - offset * 1000, offset, what, len(self.events) + 1])

    def story(self, seed, today, look):
        look = sorted(set(look))
        return {"seed": str(seed), "today": today, "look": look, "events": self.events}


def every(first, count, step=1):
    return [later(first, number) for number in range(0, count, step)]


def day_by_day():
    diary = Diary()
    first = "2025-02-10"
    for number, day in enumerate(every(first, 75)):
        if number == 0:
            diary.add(day, "08:00", f"journey {day}")
        if number % 13 != 12:
            diary.add(day, "09:00", "open")
        if number % 3 == 1:
            diary.add(day, "21:30", "journal")
        if number % 5 == 2:
            diary.add(day, "22:00", "self_care")
        if number % 17 == 4:
            diary.add(day, "23:59", "sos")
        if number % 4 == 0:
            diary.add(day, "12:00", "other")
    return diary.story(1, "2025-04-27", every(first, 78, 4) + ["2025-02-09", "2025-04-27"])


def jump_of_400_days():
    diary = Diary()
    diary.add("2023-11-30", "10:00", "journey 2023-11-30")
    for day in every("2023-11-30", 4):
        diary.add(day, "18:00", "journal")
        diary.add(day, "18:05", "sos")
        diary.add(day, "18:06", "self_care")
    diary.add(later("2023-12-03", 400), "07:00", "open")
    today = later("2023-12-03", 403)
    return diary.story(2, today, every("2023-11-29", 410, 15) + [today])


def started_ten_days_ago():
    diary = Diary()
    diary.add("2026-01-05", "20:00", "journal")
    diary.add("2026-01-11", "09:30", "journey 2026-01-01")
    return diary.story(3, "2026-01-20", every("2025-12-31", 21))


def late_insertion():
    """What happened in order, recorded out of order; two of the events at one instant."""
    diary = Diary()
    days = every("2024-02-20", 24)
    diary.add(days[20], "10:00", "journal")
    for number in [5, 17, 2, 11, 8, 14, 6, 0, 7, 12, 4, 1, 3, 9]:
        diary.add(days[number], "19:00", "journal" if number % 2 else "self_care")
    diary.add(days[2], "12:00", f"journey {days[1]}")
    diary.add(days[2], "12:00", "sos")
    for number in [3, 18, 10, 13, 15, 16]:
        diary.add(days[number], "06:00", "other")
    return diary.story(4, days[23], days)


def two_journeys():
    diary = Diary()
    for number, day in enumerate(every("2025-06-01", 60)):
        if number == 2:
            diary.add(day, "10:00", f"journey {later(day, -1)}")
        if number == 30:
            diary.add(day, "00:00", f"journey {day}")
        if number == 45:
            diary.add(day, "10:00", "journey 2025-05-01")
        if number % 2 == 0 and number < 50:
            diary.add(day, "15:00", "journal")
            diary.add(day, "15:01", "self_care")
    return diary.story(5, "2025-08-20", every("2025-04-28", 115, 3))


def traveller():
    """Westward over the date line and back: later by instant, older by civil day."""
    diary = Diary()
    east, west = 14 * 3600, -11 * 3600
    diary.add("2025-09-01", "09:00", "journey 2025-08-30", east)
    diary.add("2025-09-02", "09:00", "journal", east)
    diary.add("2025-09-05", "01:00", "journal", east)
    diary.add("2025-09-03", "22:00", "sos", west)
    diary.add("2025-09-04", "01:00", "self_care", west)
    diary.add("2025-09-04", "02:00", "open", west)
    diary.add("2025-09-07", "00:30", "open", east)
    diary.add("2025-09-05", "23:45", "journal", west)
    diary.add("2025-09-06", "00:15", "journal", west)
    diary.add("2025-09-08", "00:30", "journal", east)
    # A journey whose day is today to the west, tomorrow's eve to the east: void, then good.
    diary.add("2025-09-06", "23:40", "journey 2025-09-07", west)
    diary.add("2025-09-07", "00:10", "journey 2025-09-07", west)
    for day in every("2025-09-09", 6):
        diary.add(day, "12:00", "other", west)
    return diary.story(6, "2025-09-17", every("2025-08-29", 20))


def heavy_journaling():
    diary = Diary()
    for day in every("2024-12-20", 12):
        for minute in range(18):
            diary.add(day, f"07:{minute:02d}", "journal")
    diary.add("2025-01-06", "07:00", "journey 2024-12-25")
    for day in every("2025-01-07", 9, 2):
        for minute in range(10):
            diary.add(day, f"20:{minute:02d}", "self_care")
            diary.add(day, f"20:{minute:02d}", "sos")
    return diary.story(7, "2025-03-10", every("2024-12-18", 80, 3))


def sparse():
    diary = Diary()
    for number, day in enumerate(every("2022-03-27", 1200, 11)):
        if number == 3:
            diary.add(day, "10:00", f"journey {later(day, -20)}")
        kinds = ["open", "journal", "other", "sos", "journal", "self_care"]
        diary.add(day, "23:00", kinds[number % 6])
    return diary.story(8, "2025-07-20", every("2022-03-20", 1210, 41))


def never_started():
    diary = Diary()
    for number, day in enumerate(every("2025-10-01", 40)):
        if number not in (5, 6, 20):
            diary.add(day, "11:00", ["journal", "open", "sos", "other"][number % 4])
    diary.add("2025-10-04", "18:00", "journey 2025-10-05")
    return diary.story(9, "2025-11-20", every("2025-10-01", 50, 7))


def all_of_them():
    """Nearly two years in which every achievement is reached."""
    diary = Diary()
    for number, day in enumerate(every("2023-01-01", 650)):
        if number == 0:
            diary.add(day, "06:00", f"journey {day}")
        if number < 40 or number % 3 != 1:
            diary.add(day, "07:00", "open")
        if number % (3 if number < 40 else 6) == 0:
            diary.add(day, "21:00", "journal")
            diary.add(day, "22:00", "self_care")
        if number % 15 == 3:
            diary.add(day, "23:00", "sos")
    look = every("2023-01-01", 60, 6) + every("2023-03-10", 585, 65) + every("2024-09-14", 4)
    return diary.story(10, "2024-10-20", look)


STORIES = [
    day_by_day,
    jump_of_400_days,
    started_ten_days_ago,
    late_insertion,
    two_journeys,
    traveller,
    heavy_journaling,
    sparse,
    never_started,
    all_of_them,
]


def write_fixtures(directory):
    os.makedirs(directory, exist_ok=True)
    for make_story in STORIES:
        story = make_story()
        path = os.path.join(directory, "journey-" + make_story.__name__.replace("_", "-") + ".json")
        with open(path, "w", encoding="utf-8", newline="\n") as file:
            pair = {"story": story, "expected": expected(story)}
            file.write(oracle.compact_json(pair) + "\n")


if __name__ == "__main__":
    if len(sys.argv) != 3 or sys.argv[1] != "--make-fixtures":
        sys.exit(__doc__)
    write_fixtures(sys.argv[2])
