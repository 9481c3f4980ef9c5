"""A slow, plain reference of habits: statuses of days and periods, streaks, completion and strength.

It shares no code with the Swift engine: events are kept in a list, each question looks at all of them
again, and numbers are fractions until they are rounded.

    python3 habit_oracle.py --make-fixtures DIR

writes DIR/habits-random.json, random histories and what comes of them, and DIR/habits-loop.json,
what Loop Habit Tracker's own algorithm, in floating point, makes of days as Loop keeps them.
Events have the kinds and the canonical contents that profiles store.

    python3 habit_oracle.py --make-loop-export DIR

writes a CSV export as Loop Habit Tracker writes one, with the scores of its algorithm.
"""

import json
import os
import random
import sys
from datetime import date, timedelta
from decimal import Decimal, getcontext
from fractions import Fraction
from math import ceil, floor, sqrt

getcontext().prec = 50

EPOCH = date(1970, 1, 1)
DAY = 86_400_000
ONE = 1_000_000
TRACKER = "00000000000000000000000000000001"


def day_number(at, offset, day_start):
    """The civil day: the date of the local time less the day start, as days since 1970."""
    return (at + offset * 1000 - day_start * 60_000) // DAY


def text(day):
    return (EPOCH + timedelta(days=day)).isoformat()


def number(day_text):
    return (date.fromisoformat(day_text) - EPOCH).days


def weekday(day):
    return (EPOCH + timedelta(days=day)).weekday()


NAMES = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"]

# ---------------------------------------------------------------- the history


class History:
    def __init__(self, events, today, day_start=0):
        self.today = today
        self.day_start = day_start
        self.plans = {}  # the last plan of each civil day with a change
        self.skips = set()
        self.pauses = []  # [first day, first day after or None]
        self.entries = []  # (day, content)
        self.voids = []
        self.fired = []  # the indexes of the entries that made a day done
        self.fired_days = []
        for index, (at, offset, kind, content) in enumerate(events):
            self.apply(index, day_number(at, offset, day_start), kind, content)

    def apply(self, index, day, kind, content):
        newest = self.plans[max(self.plans)] if self.plans else None
        paused = bool(self.pauses) and self.pauses[-1][1] is None
        if kind == "habit":
            plan = None
            if "schedule" in content:
                plan = (content["schedule"], content.get("goal"))
            if plan is None and newest is None:
                self.voids.append(index)
            elif plan is None:
                # Nothing that was to come comes after the end.
                self.plans = {d: p for d, p in self.plans.items() if d <= day}
                self.plans[day] = None
            else:
                # A change counts from the next period on.
                old = self.plan(day)
                if old is not None:
                    day = whole_period(old, day, self.first_day()).stop
                self.plans[day] = plan
        elif kind == "habit.skip":
            if self.plans:
                self.skips.add(number(content["day"]))
            else:
                self.voids.append(index)
        elif kind == "habit.pause":
            if newest is None or paused:
                self.voids.append(index)
            else:
                self.pauses.append([day, None])
        elif kind == "habit.resume":
            if paused:
                self.pauses[-1][1] = day
            else:
                self.voids.append(index)
        else:
            self.entries.append((day, content))
            # A checklist that says no makes nothing done.
            if value(content, "entries") and self.makes_done(day):
                self.fired.append(index)
                self.fired_days.append(day)

    def makes_done(self, day):
        """Whether the entry just added makes its day done for the first time."""
        plan = self.plan(day)
        if plan is None or is_limit(plan) or not is_due(plan, day):
            return False
        if over_period(plan):
            period = self.clipped(day)
            if any(other in period for other in self.fired_days):
                return False
            return sum(self.amount(d, plan) for d in period) >= goal_amount(plan)
        return day not in self.fired_days and self.day_reaches(plan, day)

    # What applies on a day

    def plan(self, day):
        days = [d for d in self.plans if d <= day]
        return self.plans[max(days)] if days else None

    def first_day(self):
        days = [d for d, plan in self.plans.items() if plan is not None]
        return min(days) if days else None

    def neutral(self, day):
        if day in self.skips:
            return "skipped"
        for start, end in self.pauses:
            if start <= day and (end is None or day < end):
                return "paused"
        return None

    def amount(self, day, plan):
        """The day's sum: of the goal's unit, else of entries that count."""
        unit = plan[1]["of"] if plan[1] else "entries"
        return sum((value(c, unit) for d, c in self.entries if d == day), Fraction(0))

    def day_reaches(self, plan, day):
        aim = goal_amount(plan) if plan[1] else 1
        return self.amount(day, plan) >= aim

    def clipped(self, day):
        """The days of the period of a day on which the same plan applies without a break."""
        plan = self.plan(day)
        days = [day]
        for step in (-1, 1):
            other = day + step
            while other in whole_period(plan, day, self.first_day()) and self.plan(other) == plan:
                days.append(other)
                other += step
        return sorted(days)

    # Statuses

    def status(self, day):
        plan = self.plan(day)
        if plan is None:
            return None
        if not is_due(plan, day):
            return "not_due"
        neutral = self.neutral(day)
        any_entry = any(d == day for d, _ in self.entries)
        if over_period(plan):
            so_far = sum(self.amount(d, plan) for d in self.clipped(day) if d <= day)
            if is_limit(plan):
                if neutral:
                    return neutral
                if so_far > goal_amount(plan):
                    return "not_done"
                return "done" if day < self.today else "unknown"
            reached = so_far >= goal_amount(plan)
        else:
            reached = self.day_reaches(plan, day)
        # Only an entry of the day itself makes a neutral day done.
        if neutral and self.amount(day, plan) <= 0:
            return neutral
        if reached:
            return "done"
        if neutral:
            return neutral
        if self.amount(day, plan) > 0:
            return "partial"
        return "not_done" if any_entry or day < self.today else "unknown"

    def periods(self):
        """Every period that began: (first day, first day after, status)."""
        found = []
        first = self.first_day()
        if first is None:
            return found
        day = first
        while day <= self.today:
            plan = self.plan(day)
            if plan is None or not is_due(plan, day):
                day += 1
                continue
            days = self.clipped(day)
            whole = len(whole_period(plan, day, first))
            neutral = whole - len(days)
            for d in days:
                status = self.status(d) if d <= self.today else self.neutral(d)
                if status in ("skipped", "paused"):
                    neutral += 1
            required = ceil(Fraction(times(plan) * (whole - neutral), whole))
            is_over = days[-1] < self.today
            total = sum(self.amount(d, plan) for d in days)
            if required == 0:
                status = "skipped"
            elif is_limit(plan):
                status = (
                    "missed" if total > goal_amount(plan) else "done" if is_over else "open"
                )
            else:
                if over_period(plan):
                    enough = total >= goal_amount(plan)
                else:
                    done = sum(self.status(d) == "done" for d in days if d <= self.today)
                    enough = done >= required
                status = "done" if enough else "missed" if is_over else "open"
            found.append((days[0], days[-1] + 1, status))
            day = days[-1] + 1
        return found

    def strengths(self):
        """The strength at the end of each day with a plan, in millionths."""
        strength = None
        found = {}
        first = self.first_day()
        if first is None:
            return found
        planned = [d for d in range(first, self.today + 1) if self.plan(d) is not None]
        statuses = {d: self.status(d) for d in planned}
        for day in planned:
            plan = self.plan(day)
            if strength is None:
                strength = ONE if is_limit(plan) else 0
            if statuses[day] not in ("skipped", "paused", "not_due"):
                span = period_days(plan)
                n = times(plan)
                m = multiplier(n, span)
                if plan[1] is None and n < span:
                    span, n = 2 * span, 2 * n
                # Neutral days are no part of the window.
                counted = [
                    d for d in range(first, day + 1)
                    if statuses.get(d) not in ("skipped", "paused")
                ]
                window = [d for d in counted[-span:] if d in statuses]
                if plan[1] is None:
                    share = Fraction(sum(statuses[d] == "done" for d in window), n)
                else:
                    total = sum(self.amount(d, plan) for d in window)
                    aim = goal_amount(plan)
                    if is_limit(plan):
                        if aim == 0:
                            share = Fraction(1 if total <= 0 else 0)
                        else:
                            share = 1 - (total - aim) / aim
                    else:
                        share = total / (aim if over_period(plan) else aim * n)
                share = floor(min(Fraction(1), max(Fraction(0), share)) * ONE)
                strength = floor(Fraction(strength * m + share * (ONE - m), ONE) + Fraction(1, 2))
            found[day] = strength
        return found

    def streaks(self):
        run = best = 0
        for _, _, status in self.periods():
            if status == "done":
                run += 1
            elif status == "missed":
                run = 0
            best = max(best, run)
        return run, best

    def completion(self, since, before):
        done = missed = 0
        for _, end, status in self.periods():
            if since <= min(end - 1, self.today) < before:
                done += status == "done"
                missed += status == "missed"
        return done, missed


# ---------------------------------------------------------------- plans


def is_due(plan, day):
    names = plan[0].get("weekdays")
    return names is None or NAMES[weekday(day)] in names


def is_limit(plan):
    return plan[1] is not None and "at_most" in plan[1]


def over_period(plan):
    return is_limit(plan) or (plan[1] is not None and plan[1].get("over") == "period")


def goal_amount(plan):
    return Fraction(str(plan[1].get("at_least", plan[1].get("at_most"))))


def times(plan):
    return plan[0].get("times", 1)


def period_days(plan):
    """The days of a period for the strength; a month has 30."""
    schedule = plan[0]
    if "days" in schedule:
        return schedule["days"]
    return {"day": 1, "week": 7, "month": 30, None: 1}[schedule.get("per")]


def whole_period(plan, day, first):
    schedule = plan[0]
    if "days" in schedule:
        length = schedule["days"]
        start = first + (day - first) // length * length
        return range(start, start + length)
    per = schedule.get("per")
    if per == "week":
        return range(day - weekday(day), day - weekday(day) + 7)
    if per == "month":
        d = EPOCH + timedelta(days=day)
        start = d.replace(day=1)
        end = (start + timedelta(days=31)).replace(day=1)
        return range((start - EPOCH).days, (end - EPOCH).days)
    return range(day, day + 1)


def value(content, unit):
    kind = content["kind"]
    if kind == "checklist" and not content["done"]:
        return Fraction(0)
    if unit == "entries":
        return Fraction(1)
    if unit == "minutes":
        return Fraction(content.get("minutes", 0))
    if kind == "measurement":
        return Fraction(content["number"])
    return Fraction(content["rating"]) if kind == "rating" else Fraction(0)


def multiplier(n, span):
    """0.5 to the power of √(n / span) / 13 in millionths, rounded half up."""
    exponent = (Decimal(n) / Decimal(span)).sqrt() / 13
    exact = Decimal("0.5") ** exponent * ONE
    return int(exact + Decimal("0.5"))


# ---------------------------------------------------------------- random stories


def random_schedule(rng):
    kind = rng.choice(["day", "week", "week", "month", "days", "days", "weekdays"])
    if kind == "weekdays":
        return {"weekdays": [n for n in NAMES if rng.random() < 0.45] or ["wed"]}
    if kind == "days":
        days = rng.choice([1, 2, 3, 5, 8, 10, 14, 30])
        return {"times": rng.randint(1, days), "days": days}
    most = {"day": 1, "week": 7, "month": 28}[kind]
    return {"times": rng.randint(1, most), "per": kind}


def random_plan(rng):
    schedule = random_schedule(rng)
    kind = rng.random()
    if kind < 0.4:
        return {"schedule": schedule}
    unit = rng.choice(["number", "minutes", "entries"])
    amounts = {
        "number": ["0.5", 3, "4.75", 12, 40],
        "minutes": [5, 20, 60, 150],
        "entries": [1, 2, 3, 5],
    }[unit]
    amount = rng.choice(amounts)
    if kind < 0.65:
        return {"schedule": schedule, "goal": {"at_least": amount, "of": unit}}
    schedule.pop("times", None)
    if kind < 0.85:
        return {"schedule": schedule, "goal": {"at_least": amount, "of": unit, "over": "period"}}
    if rng.random() < 0.15:
        amount = 0
    return {"schedule": schedule, "goal": {"at_most": amount, "of": unit}}


def random_entry(rng):
    kind = rng.choice(["checklist", "checklist", "session", "measurement", "rating", "log"])
    content = {"tracker": TRACKER, "kind": kind}
    if kind == "checklist":
        content["done"] = rng.random() < 0.75
    elif kind == "measurement":
        content["number"] = rng.choice(["0", "0.25", "1.5", "3", "4.75", "10", "-2", "0.000001"])
    elif kind == "rating":
        content["rating"] = rng.randint(1, 5)
    elif kind == "log":
        content["text"] = "words"
    if kind == "session" or rng.random() < 0.2:
        content["minutes"] = rng.choice([0, 4, 10, 25, 60, 90])
    return content


def random_story(seed, day_start=0):
    rng = random.Random(seed)
    start = number("2025-01-01") + rng.randint(0, 364)
    length = rng.choice([3, 20, 45, 100])
    at = start * DAY + rng.randint(0, DAY - 1)
    end = at + length * DAY
    pace = rng.choice([0.4, 0.8, 1.5, 3])
    travels = rng.random() < 0.4
    offset = rng.choice([0, 3600, 7200, -18000, 19800])
    events = []

    def add(kind, content):
        events.append([at, offset, kind, content])

    if rng.random() < 0.8:
        add("habit", {"tracker": TRACKER, **random_plan(rng)})
    while at < end:
        at += int(rng.expovariate(pace) * DAY) + 1
        if at >= end:
            break
        if travels and rng.random() < 0.1:
            offset = rng.choice([-39600, -18000, 0, 3600, 19800, 46800])
        day = day_number(at, offset, day_start)
        chance = rng.random()
        if chance < 0.03:
            plan = random_plan(rng) if rng.random() < 0.8 else {}
            add("habit", {"tracker": TRACKER, **plan})
        elif chance < 0.1:
            skipped = text(day + rng.choice([-3, -1, 0, 0, 1, 2, 6]))
            add("habit.skip", {"tracker": TRACKER, "day": skipped})
        elif chance < 0.125:
            add("habit.pause", {"tracker": TRACKER})
        elif chance < 0.165:
            add("habit.resume", {"tracker": TRACKER})
        else:
            add("tracker.entry", random_entry(rng))
    last = max([day_number(e[0], e[1], day_start) for e in events] or [start])
    today = last + rng.choice([0, 0, 0, 1, 3, 40])
    return {"seed": seed, "day_start": day_start, "today": text(today), "events": events}


def answered(story):
    history = History(story["events"], number(story["today"]), story["day_start"])
    strengths = history.strengths()
    rng = random.Random(story["seed"] + 1)
    ranges = []
    for _ in range(4):
        since = history.today - rng.randint(0, 60)
        ranges.append((since, since + rng.randint(0, 70)))
    streak, best = history.streaks()
    story["voids"] = history.voids
    story["fired"] = history.fired
    story["days"] = [
        [text(d), history.status(d), int(history.amount(d, history.plan(d)) * ONE), strengths[d]]
        for d in sorted(strengths)
    ]
    story["periods"] = [[text(a), text(b), status] for a, b, status in history.periods()]
    story["streak"], story["best_streak"] = streak, best
    story["completion"] = [
        [text(since), text(before), *history.completion(since, before)] for since, before in ranges
    ]
    return story


# ---------------------------------------------------------------- Loop's algorithm


def loop_scores(values, repetitions, interval, target=None, at_most=False):
    """Loop's scores of days, earliest first: `yes`, `no`, `skip`, or an amount."""
    frequency = repetitions / interval
    is_amount = target is not None
    if not is_amount and frequency < 1:
        repetitions, interval = repetitions * 2, interval * 2
    factor = 0.5 ** (sqrt(frequency) / 13)
    score = 1.0 if at_most else 0.0
    rolling = 0.0
    scores = []
    for index, day in enumerate(values):
        def of(v):
            if is_amount:
                # Loop keeps thousandths, whose sums are exact.
                return float(round(v * 1000)) if v not in ("no", "skip") else 0.0
            return 1.0 if v == "yes" else 0.0

        rolling += of(day)
        if index >= interval:
            rolling -= of(values[index - interval])
        if day != "skip":
            if not is_amount:
                share = min(1.0, rolling / repetitions)
            elif not at_most:
                share = min(1.0, rolling / 1000 / target) if target > 0 else 1.0
            elif target > 0:
                share = min(1.0, max(0.0, 1 - (rolling / 1000 - target) / target))
            else:
                share = 0.0 if rolling > 0 else 1.0
            score = score * factor + share * (1 - factor)
        scores.append(score)
    return scores


def loop_case(seed):
    rng = random.Random(seed)
    interval = rng.choice([1, 1, 2, 3, 7, 7, 7, 14, 30])
    length = rng.choice([40, 400, 1000])
    chance = rng.random()
    case = {"seed": seed, "first_day": "2024-02-27", "interval": interval}
    kind = rng.choice(["yes_no", "yes_no", "at_least", "at_most"])
    if kind == "yes_no":
        case["repetitions"] = rng.randint(1, interval)
        values = ["yes" if rng.random() < chance else "no" for _ in range(length)]
    else:
        # Loop offers numbers once a day, a week or a month: the target is that of the interval.
        case["repetitions"] = 1
        case["kind"] = kind
        case["target"] = rng.choice([0, 1, 4.5, 12, 60]) if kind == "at_most" else rng.choice(
            [1, 4.5, 12, 60])
        size = max(1.0, case["target"]) / interval * 2
        values = [
            round(rng.random() * size, 3) if rng.random() < chance else "no" for _ in range(length)
        ]
    # Without skipped days: Loop counts them in its window, and Flint does not.
    case["values"] = values
    scores = loop_scores(
        values, case["repetitions"], interval, case.get("target"), kind == "at_most")
    case["scores"] = [f"{score:.4f}" for score in scores]
    return case


# ---------------------------------------------------------------- an export of Loop's


def write_loop_export(folder):
    rng = random.Random(20)
    length = 240
    first = number("2025-11-03")
    # The name, the type, how often, the target, and the chance that something was done.
    habits = [
        ("Stretch", "YES_NO", (1, 1), None, 0.8),
        ("Swim", "YES_NO", (3, 7), None, 0.4),
        ("Call home", "YES_NO", (2, 30), None, 0.08),
        ("Water the plants", "YES_NO", (1, 4), None, 0.25),
        ("Pages", "NUMERICAL", (1, 1), ("AT_LEAST", 20), 0.85),
        ("Kilometres", "NUMERICAL", (1, 7), ("AT_LEAST", 25.5), 0.6),
        ("Coffee", "NUMERICAL", (1, 7), ("AT_MOST", 14), 0.9),
    ]
    list_rows, marks, columns = [], [], []
    for index, (name, kind, (times, days), target, chance) in enumerate(habits):
        aim = target[1] if target else None
        values = []
        for day in range(length):
            if rng.random() < 0.04:
                values.append("skip")
            elif rng.random() >= chance:
                values.append("no")
            else:
                values.append("yes" if aim is None else round(rng.random() * 2.4 * aim / days, 3))
        # Loop's scores begin on the first known day.
        values[0] = "yes" if aim is None else aim
        scores = loop_scores(values, times, days, aim, target is not None and target[0] == "AT_MOST")
        list_rows.append([
            f"{index + 1:03}", name, kind, "", "", str(times), str(days), "#00897B", "",
            target[0] if target else "", str(aim) if target else "", "false"])
        columns.append([
            {"yes": "YES_MANUAL", "no": "NO" if aim is None else "UNKNOWN", "skip": "SKIP"}.get(
                v, v if isinstance(v, str) else str(round(v * 1000))) for v in values])
        os.makedirs(f"{folder}/{index + 1:03} {name}", exist_ok=True)
        with open(f"{folder}/{index + 1:03} {name}/Scores.csv", "w") as file:
            file.write("Date,Score\n")
            for day in reversed(range(length)):
                file.write(f"{text(first + day)},{scores[day]:.4f}\n")
    with open(f"{folder}/Habits.csv", "w") as file:
        file.write("Position,Name,Type,Question,Description,FrequencyNumerator,"
                   "FrequencyDenominator,Color,Unit,Target Type,Target Value,Archived?\n")
        for row in list_rows:
            file.write(",".join(row) + "\n")
    with open(f"{folder}/Checkmarks.csv", "w") as file:
        file.write("Date," + "".join(f"{h[0]}," for h in habits) + "\n")
        for day in reversed(range(length)):
            file.write(text(first + day) + "," + "".join(f"{c[day]}," for c in columns) + "\n")


# ---------------------------------------------------------------- fixtures


def write_fixtures(folder):
    def write(name, value):
        with open(f"{folder}/{name}.json", "w") as file:
            file.write(json.dumps(value, separators=(",", ":")).replace('{"seed"', '\n{"seed"'))
            file.write("\n")

    day_starts = [0, 1, 180, 0, 240, 719]
    write("habits-random", [
        answered(random_story(seed, day_starts[seed % len(day_starts)])) for seed in range(90)])
    write("habits-loop", [loop_case(seed) for seed in range(24)])
    digest = 0
    for span in range(1, 367):
        for n in range(1, span + 1):
            digest = (digest * 31 + multiplier(n, span)) % (1 << 61)
    write("habits-multipliers", {"digest": digest, "some": [
        [n, span, multiplier(n, span)]
        for n, span in [(1, 1), (1, 7), (3, 7), (5, 7), (1, 30), (1, 366), (365, 366), (2, 14)]
    ]})


if __name__ == "__main__":
    writers = {"--make-fixtures": write_fixtures, "--make-loop-export": write_loop_export}
    if len(sys.argv) != 3 or sys.argv[1] not in writers:
        sys.exit(__doc__)
    writers[sys.argv[1]](sys.argv[2])
