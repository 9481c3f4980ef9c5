"""A slow, plain reference of what events earn and of missions over any event, with every subject.

It shares no code with the Swift engine. It keeps a list of what happened, and counts it anew for each
mission at each event. Tasks, quests, moods and trackers come from subjects_oracle.py, habits from
habit_oracle.py, sparks, cards and draws from oracle.py.

`Life(seed, definition, day_start)` is a state, to which subjects_oracle.fold applies events. A
definition is the table of a rulebook file that extends a bundled one, as a dict.

    python3 earning_oracle.py --make-fixtures DIR

writes DIR/earning-lives.json, random lives and what comes of them. scripts/campaign/earning compares
lives with a program.
"""

import json
import random
import sys
from datetime import date, timedelta
from fractions import Fraction

import habit_oracle
import oracle
import subjects_oracle
from subjects_oracle import Void

WEEKDAYS = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"]
MOODS = ["horrible", "bad", "average", "good", "great"]
PRIORITIES = ["P0", "P1", "P2", "P3"]
EARNED_RARITY, EARNED_CARD = 5, 6
SUBJECTS = {"mood": "mood.record"}

# ---------------------------------------------------------------- the rulebooks


def of_ignition():
    """The missions of `ignition` in the form of rulebook files."""
    names = {number: name for name, number in oracle.INTENSITIES.items()}
    for mission, window, metric, filters, target, reward in oracle.MISSIONS:
        filters = dict(filters)
        if "min_intensity" in filters:
            filters["min_intensity"] = names[filters["min_intensity"]]
        if "window" in filters:
            filters["completed_window"] = filters.pop("window")
        yield {"id": mission, "window": window, "metric": metric, "target": target, "reward": reward, **filters}


EVERYDAY_LEVELS = [0, 1000, 2500, 5000, 9000, 15000, 24000, 35000, 50000, 66000]
EVERYDAY_EARN = [
    {"event": "task.complete", "priority": "P0", "points": 25, "per_day": 10},
    {"event": "task.complete", "priority": "P1", "points": 20, "per_day": 10},
    {"event": "task.complete", "points": 15, "per_day": 10},
    {"event": "mood.record", "points": 10, "per_day": 1, "roll": "energy"},
    {"event": "habit.done", "points": 12, "per_day": 10},
    {"event": "entry", "points": 4, "per_day": 10},
    {"event": "activity", "kind": "journal", "points": 15, "per_day": 2},
    {"event": "activity", "kind": "self_care", "points": 10, "per_day": 3},
    {"event": "activity", "kind": "sos", "points": 10, "per_day": 3},
    {"event": "activity", "points": 2, "per_day": 1},
    {"event": "quest.node", "points": 10, "per_day": 30},
]
# The rewards of the missions of `ignition`, in their order.
EVERYDAY_REWARDS = [
    5, 15, 5, 10, 10,
    60, 50, 50, 60, 100, 60, 50, 60, 50, 30,
    10, 60, 80, 200, 250, 200, 200, 200, 200, 200, 500, 1000,
    30, 100, 200, 600, 1200, 50, 150, 300, 1000, 70, 300, 1000, 100, 300, 600, 1000,
]  # fmt: skip
# id, window, event, form, target, reward, and what else there is
EVERYDAY_MISSIONS = [
    ("one-thing-done", "day", "task.complete", "count", 1, 5, {}),
    ("checked-in", "day", "mood.record", "count", 1, 5, {}),
    ("habit-kept", "day", "habit.done", "count", 1, 5, {}),
    ("tidy-week", "week", "task.complete", "count", 5, 30, {}),
    ("week-in-colours", "week", "mood.record", "days", 5, 30, {}),
    ("habits-at-work", "week", "habit.done", "count", 8, 30, {}),
    ("month-in-colours", "month", "mood.record", "days", 20, 80, {}),
    ("steady-fortnight", {"days": 14}, "habit.done", "days", 10, 60, {}),
    ("first-task", "life", "task.complete", "count", 1, 10, {}),
    ("hundred-tasks", "life", "task.complete", "count", 100, 150, {"requires": ["first-task"]}),
    ("first-mood", "life", "mood.record", "count", 1, 10, {}),
    ("hundred-moods", "life", "mood.record", "days", 100, 150, {"requires": ["first-mood"]}),
    ("first-habit", "life", "habit.done", "count", 1, 10, {}),
    ("hundred-habits", "life", "habit.done", "count", 100, 150, {"requires": ["first-habit"]}),
    ("five-hundred-habits", "life", "habit.done", "count", 500, 400, {"requires": ["hundred-habits"]}),
    ("first-page", "life", "activity", "count", 1, 10, {"kind": "journal"}),
    ("fifty-pages", "life", "activity", "count", 50, 150, {"kind": "journal", "requires": ["first-page"]}),
    ("first-step", "life", "quest.node", "count", 1, 10, {}),
    ("hundred-quest-steps", "life", "quest.node", "count", 100, 150, {"requires": ["first-step"]}),
]


def bundled(name):
    """The missions, the earning rules and the levels of a bundled rulebook."""
    missions, earn = list(of_ignition()), []
    levels = oracle.RULEBOOKS["ignition" if name == "everyday" else name]["levels"]
    if name == "everyday":
        for mission, reward in zip(missions, EVERYDAY_REWARDS, strict=True):
            mission["reward"] = reward
        for mission, window, event, form, target, reward, more in EVERYDAY_MISSIONS:
            missions.append(
                {"id": mission, "window": window, "event": event, form: target, "reward": reward, **more}
            )
        earn, levels = EVERYDAY_EARN, EVERYDAY_LEVELS
    return missions, earn, levels


class Rulebook(oracle.Rulebook):
    """The rules of a definition: the table of a rulebook file, or the name of a bundled rulebook."""

    def __init__(self, definition):
        if isinstance(definition, str):
            definition = {"extends": definition}
        base = definition["extends"]
        drops = definition.get("drops", {})
        super().__init__(
            {"rulebook": "ignition" if base == "everyday" else base}
            | ({"drop_chance": drops["chance"]} if "chance" in drops else {})
            | {key: drops[key] for key in ("rates", "empty_cell", "pity") if key in drops}
        )
        missions, earn, levels = bundled(base)
        changes = definition.get("change_missions", {})
        self.missions = [
            {**mission, **(changes.get(mission["id"]) or {})}
            for mission in missions
            if changes.get(mission["id"]) is not False
        ] + definition.get("missions", [])
        self.earn = definition.get("earn", earn)
        self.levels = definition.get("levels", levels)
        self.capacity = definition.get("fuel", {}).get("capacity", 1000)
        tokens = definition.get("tokens", {})
        self.initial_tokens = tokens.get("initial", 1)
        self.tokens_per_overload = tokens.get("per_overload", 1)
        tasks = definition.get("tasks", {})
        scores = dict(zip(PRIORITIES, [7, 4, 3, 2])) | tasks.get("scores", {})
        self.scores = {number + 1: scores[name] for number, name in enumerate(PRIORITIES)}
        self.credits_scores = tasks.get("credit_points", False)


# ---------------------------------------------------------------- what happened


class Occurrence:
    """Something that earns or counts, with all that a filter can ask for."""

    def __init__(self, kind, event, **facts):
        self.kind, self.event, self.day = kind, event, oracle.civil_day(event)
        self.is_live = True
        self.points = 0
        self.payment = None  # the number of the earning rule
        self.facts = facts

    def __getitem__(self, name):
        return self.facts.get(name)

    def is_selected(self, by):
        """Whether the filters of an earning rule or a mission select it."""
        hour = oracle.local_hour(self.event)
        tests = {
            "before_hour": lambda bound: hour < bound,
            "after_hour": lambda bound: hour >= bound,
            "weekdays": lambda names: WEEKDAYS[self.day.weekday()] in names,
            "priority": lambda name: PRIORITIES[self["priority"] - 1] == name,
            "project": lambda name: (self["project"] or "Inbox").lower() == name.lower(),
            "min_mood": lambda name: MOODS.index(self["mood"]) >= MOODS.index(name),
            "habit": lambda name: self["name"].lower() == name.lower(),
            "tracker": lambda name: self["name"].lower() == name.lower(),
            "tag": lambda name: name.strip().lower() in self["tags"],
            "kind": lambda name: self["activity"] == name,
            "category": lambda name: self["category"] == name,
            "rarity": lambda name: self["rarity"] == name,
            "min_intensity": lambda name: self["intensity"] >= oracle.INTENSITIES[name],
            "completed_window": lambda name: self["window"] == name,
        }
        return all(test(by[filter]) for filter, test in tests.items() if filter in by)

    def amount(self, unit):
        if unit == "events":
            return 1
        if unit in ("points", "score"):
            return self.points if unit == "points" else self["score"] or 0
        return self[unit] or 0

    def values(self, of):
        if of == "tags":
            return self["tags"]
        return [self["category"] if of == "categories" else self["tracker"]]


def event_of(table):
    """The event that a rule or a mission names."""
    return SUBJECTS.get(table["event"], table["event"])


# ---------------------------------------------------------------- windows


def following_month(first):
    return (first + timedelta(days=31)).replace(day=1)


def start_of(window, day):
    """The first day of the calendar window of a day; None for a lifetime or a rolling window."""
    if window == "month":
        return day.replace(day=1)
    return None if isinstance(window, dict) else oracle.window_start(window, day)


def span_of(window, day):
    """The first day of a window and the first day after it."""
    if isinstance(window, dict):
        return day - timedelta(days=window["days"] - 1), day + timedelta(days=1)
    start = start_of(window, day)
    if window == "life":
        return date.min, date.max
    if window == "month":
        return start, following_month(start)
    return start, start + timedelta(days={"day": 1, "week": 7}[window])


def season_of(mission):
    return (
        date.fromisoformat(mission.get("from", date.min.isoformat())),
        date.fromisoformat(mission.get("before", date.max.isoformat())),
    )


# ---------------------------------------------------------------- the fold


class Sparks(oracle.Fold):
    """Cards and the streak of sparks; everything else is Life's."""

    def scan_missions(self, *_):
        raise AssertionError("missions are Life's")


class Life(subjects_oracle.Subjects):
    def __init__(self, seed, definition, day_start=(0, 0)):
        super().__init__(seed)
        self.rules = Rulebook(definition)
        self.day_start = day_start
        self.sparks = Sparks(seed, self.rules)
        self.ledger = {"spark": 0, "duplicate": 0, "mission": 0, "task": 0, "earned": 0}
        self.fuel = self.overloads = 0
        self.tokens = self.rules.initial_tokens
        self.occurrences = {}  # kind -> list
        self.credits = []  # (day, points, ledger) of everything that brought or took points
        self.overload_days = []
        self.payments = {}  # (rule, day) -> how often it paid
        self.completions = []  # (mission id, first day of the window, instant, day)
        self.completed = set()  # (mission id, first day of the window)
        self.last_completion = {}  # mission id -> day, of rolling windows
        self.habits = {}  # id of a tracker's dict -> its History
        self.gate_level = None
        self.rows = []  # (source, amount, event, mission), as the export of points has them

    @property
    def total(self):
        return sum(self.ledger.values())

    @property
    def level(self):
        return self.rules.level(self.total)

    # ------------------------------------------------------------ one event

    def apply(self, event):
        event["day_start"] = self.day_start
        kind = event["kind"]
        if kind == "roll" and self.tokens == 0:
            raise Void("no_token")
        day = oracle.civil_day(event)
        self.missions_of_event = []
        self.moved = set()  # the missions with an event of which this one is counted, or that it unlocks
        # A mission that waits for others can have reached its target before.
        self.before = {
            mission["id"]: self.measure(mission, day)
            for mission in self.rules.missions
            if mission.get("requires") and mission.get("metric", "level") not in ("level", "streak")
        }
        if kind == "spark":
            points = int(oracle.BASE_POINTS[event["category"]] * oracle.MULTIPLIERS[event["intensity"]])
            spark = Occurrence("spark", event, category=event["category"], intensity=event["intensity"])
            spark.points = points
            self.credit("spark", points, day, event)
            self.happen(spark)
            self.draw(event, event["category"], (oracle.RARITY, oracle.CARD))
            self.sparks.spark_days.add(day)
            self.sparks.sparks += 1
        elif kind == "roll":
            self.tokens -= 1
            self.draw(event, event["category"], (oracle.RARITY, oracle.CARD))
        else:
            name = kind.replace(".", "_")
            happened = getattr(self, "apply_" + name)(event, event["content"]) or []
            self.earn(event, day, happened)
        self.scan(event, day)
        return {"missions": self.missions_of_event, "level": self.level}

    def happen(self, occurrence):
        self.occurrences.setdefault(occurrence.kind, []).append(occurrence)
        for mission in self.rules.missions:
            if "event" in mission and event_of(mission) == occurrence.kind and occurrence.is_selected(mission):
                self.moved.add(mission["id"])

    def credit(self, ledger, points, day, event, mission=None):
        self.ledger[ledger] += points
        self.credits.append((day, points, ledger))
        row = (ledger, points, event["id"].hex(), mission)
        if mission is None and self.rows and self.rows[-1][::2] == row[::2]:
            # Several nodes that one event resets.
            row = (ledger, points + self.rows.pop()[1], row[2], mission)
        if row[1]:
            self.rows.append(row)

    def draw(self, event, category, purposes):
        outcome = {"duplicate_points": 0, "card": None}
        drawn = {
            "kind": event["kind"] if purposes[0] == oracle.RARITY else "earned",
            "id": event["id"], "at": event["at"], "category": category,
        }
        self.sparks.roll(drawn, outcome, purposes)
        if outcome["card"] is None:
            return
        category, rarity, _ = outcome["card"].split("/")
        card = Occurrence("card", event, category=category, rarity=rarity, is_new=outcome.get("is_new", False))
        card.points = outcome["duplicate_points"]
        self.credit("duplicate", card.points, card.day, event)
        self.happen(card)

    # ------------------------------------------------------------ earning

    def earn(self, event, day, happened):
        """Pays by the first rule that selects one of the occurrences of an event."""
        for number, rule in enumerate(self.rules.earn):
            found = [o for o in happened if o.kind == event_of(rule) and o.is_selected(rule)]
            if not found:
                continue
            points = rule.get("points", 0)
            is_paid = "roll" in rule or points > 0
            if "per" in rule:
                groups = max(0, int(Fraction(found[0].amount(rule.get("of", "minutes"))) // rule["per"]))
                points *= groups
                is_paid = groups > 0
            points = min(points, rule.get("cap", points))
            paid = self.payments.get((number, day), 0)
            if not is_paid or paid >= rule.get("per_day", paid + 1):
                break
            self.payments[number, day] = paid + 1
            for occurrence in happened:
                occurrence.points += points
                occurrence.payment, occurrence.earned = number, points
            self.credit("earned", points, day, event)
            if "roll" in rule:
                self.draw(event, rule["roll"], (EARNED_RARITY, EARNED_CARD))
            break
        for occurrence in happened:
            self.happen(occurrence)

    def take_back(self, occurrence, event):
        """A reopened task or a reset node: its points and its count are subtracted from its day."""
        occurrence.is_live = False
        if occurrence["credited"]:
            self.credit("task", -occurrence["credited"], occurrence.day, event)
        if occurrence.payment is not None:
            self.credit("earned", -occurrence.earned, occurrence.day, event)
            if "roll" not in self.rules.earn[occurrence.payment]:
                self.payments[occurrence.payment, occurrence.day] -= 1

    def give_again(self, occurrence, event):
        """A completed node that is in its set again: the opposite."""
        occurrence.is_live = True
        if occurrence.payment is not None:
            self.credit("earned", occurrence.earned, occurrence.day, event)
            if "roll" not in self.rules.earn[occurrence.payment]:
                self.payments[occurrence.payment, occurrence.day] += 1

    # ------------------------------------------------------------ subjects

    def apply_task_complete(self, event, content):
        super().apply_task_complete(event, content)
        task = self.task(content)
        score = self.rules.scores[task["priority"]]
        credited = score if self.rules.credits_scores else 0
        found = Occurrence(
            "task.complete", event, priority=task["priority"], score=score, credited=credited,
            project=task["project"] and task["project"]["name"],
        )
        task["occurrence"] = found
        found.points = credited
        if credited:
            self.credit("task", credited, found.day, event)
        return [found]

    def apply_task_reopen(self, event, content):
        super().apply_task_reopen(event, content)
        self.take_back(self.task(content)["occurrence"], event)

    def apply_mood(self, event, content):
        clock = oracle.civil_day({**event, "day_start": (0, 0)})
        if date.fromisoformat(content["day"]) > clock:
            raise Void("later_day")
        ratings = self.moods.setdefault(content["day"], [])
        ratings.append(event["id"])
        if len(ratings) == 1:
            self.happen(Occurrence("rated", event))
        return [Occurrence("mood.record", event, mood=content["mood"])]

    def apply_mood_fill(self, event, content):
        pass

    def apply_journey(self, event, content):
        clock = oracle.civil_day({**event, "day_start": (0, 0)})
        if date.fromisoformat(content["day"]) > clock:
            raise Void("later_day")

    def apply_activity(self, event, content):
        return [Occurrence("activity", event, activity=content["activity"])]

    # Quests

    def is_open(self, found, gate):
        if gate["type"] == "level" and gate["id"] not in found["opened"]:
            level = self.level if self.gate_level is None else self.gate_level
            return level >= int(gate["requirement"])
        return super().is_open(found, gate)

    def apply_quest_set_level(self, event, content):
        self.gate_level = content.get("level")

    def apply_quest_complete(self, event, content):
        super().apply_quest_complete(event, content)
        found = Occurrence("quest.node", event)
        quest_set = self.quest_set(content["set"])
        quest_set.setdefault("occurrences", {})[content["node"]] = found
        return [found]

    def apply_quest_reset(self, event, content):
        before = {(id(s), node) for s in self.sets for node in s["done"]}
        super().apply_quest_reset(event, content)
        for quest_set in self.sets:
            for node in sorted(quest_set.get("occurrences", {})):
                if (id(quest_set), node) in before and node not in quest_set["done"]:
                    self.take_back(quest_set["occurrences"].pop(node), event)

    def apply_quest_load(self, event, content):
        kept = {s["id"].lower(): s.get("occurrences", {}) for s in self.sets}
        super().apply_quest_load(event, content)
        quest_set = self.quest_set(content["id"])
        quest_set["occurrences"] = kept.get(content["id"].lower(), {})
        for node, found in sorted(quest_set["occurrences"].items()):
            if found.is_live and node not in quest_set["done"]:
                self.take_back(found, event)
            elif not found.is_live and node in quest_set["done"]:
                self.give_again(found, event)

    # Trackers and habits

    def habit(self, tracker):
        return self.habits.setdefault(
            id(tracker), habit_oracle.History([], 0, self.day_start[0] * 60 + self.day_start[1])
        )

    def applied(self, tracker, event, content):
        """Applies an event to the habit of a tracker; gives whether it made a day done."""
        history = self.habit(tracker)
        voids, fired = len(history.voids), len(history.fired)
        day = (oracle.civil_day(event) - habit_oracle.EPOCH).days
        history.apply(0, day, event["kind"], content)
        if len(history.voids) > voids:
            raise Void(event["kind"])
        return len(history.fired) > fired

    def apply_habit(self, event, content):
        self.applied(self.tracker(content), event, content)

    apply_habit_skip = apply_habit_pause = apply_habit_resume = apply_habit

    def apply_tracker_entry(self, event, content):
        tracker = self.tracker(content)
        tracker["entries"].append(event["id"])
        is_done = self.applied(tracker, event, content)
        self.happen(Occurrence("any entry", event))
        if content["kind"] == "checklist" and not content["done"]:
            return []
        facts = {
            "name": tracker["name"], "tracker": id(tracker),
            "tags": [tag.lower() for tag in content.get("tags", [])],
            "minutes": content.get("minutes", 0),
            "number": Fraction(content["number"]) if content["kind"] == "measurement" else 0,
        }
        kinds = ["entry", "habit.done"] if is_done else ["entry"]
        return [Occurrence(kind, event, **facts) for kind in kinds]

    # ------------------------------------------------------------ missions

    def scan(self, event, day):
        while True:
            for mission in self.rules.missions:
                if self.can_complete(mission, day) and self.measure(mission, day) >= target_of(mission):
                    break
            else:
                return
            self.complete(mission, event, day)

    def can_complete(self, mission, day):
        since, before = season_of(mission)
        if not since <= day < before:
            return False
        if not all(self.was_completed(other) for other in mission.get("requires", [])):
            return False
        # A traveller's event can fill the window of another day, or unlock the mission: there the next
        # event that is counted completes it.
        if mission["id"] not in self.moved:
            if "event" in mission or self.before.get(mission["id"], -1) >= self.measure(mission, day):
                return False
        if isinstance(mission["window"], dict):
            return True
        return (mission["id"], start_of(mission["window"], day)) not in self.completed

    def was_completed(self, mission_id):
        return any(mission_id == found for found, *_ in self.completions)

    def complete(self, mission, event, day):
        name, window = mission["id"], mission["window"]
        start = span_of(window, day)[0] if isinstance(window, dict) else start_of(window, day)
        self.completions.append((name, start, event["at"], day))
        self.completed.add((name, start_of(window, day)))
        if isinstance(window, dict):
            self.last_completion[name] = max(day, self.last_completion.get(name, day))
        self.missions_of_event.append(name)
        self.moved |= {m["id"] for m in self.rules.missions if name in m.get("requires", [])}
        self.credit("mission", mission["reward"], day, event, name)
        self.happen(Occurrence("any mission", event, window=window))
        if window in ("day", "week", "life"):
            found = Occurrence("mission", event, window=window)
            found.points = mission["reward"]
            self.happen(found)
        self.fuel += mission["reward"]
        if self.fuel >= self.rules.capacity:
            self.fuel = 0
            self.overloads += 1
            self.tokens += self.rules.tokens_per_overload
            self.overload_days.append(day)

    def days_of(self, mission, day):
        """The days that count for a mission at a day: the first, and the first that does not."""
        start, end = span_of(mission["window"], day)
        since, before = season_of(mission)
        start, end = max(start, since), min(end, before)
        if mission["id"] in self.last_completion:
            start = max(start, self.last_completion[mission["id"]] + timedelta(days=1))
        return start, end

    def measure(self, mission, day):
        start, end = self.days_of(mission, day)

        def found(kind):
            return [o for o in self.occurrences.get(kind, []) if o.is_live and start <= o.day < end]

        if "event" in mission:
            return measured(mission, [o for o in found(event_of(mission)) if o.is_selected(mission)])
        metric = mission["metric"]
        counted = {
            "sparks": "spark", "cards": "card", "missions_completed": "any mission", "tasks": "task.complete",
            "moods": "rated", "activities": "activity", "quest_steps": "quest.node", "entries": "any entry",
        }
        if metric in counted:
            all_found = [o for o in found(counted[metric]) if o.is_selected(mission)]
            return sum(1 for o in all_found if metric != "cards" or o["is_new"])
        if metric == "spark_days":
            return len({o.day for o in found("spark")})
        if metric == "distinct_categories":
            return len({o["category"] for o in found("spark")})
        if metric == "task_score":
            return sum(o["score"] for o in found("task.complete"))
        if metric in ("earned_points", "total_points"):
            ledgers = ("spark", "duplicate") if metric == "earned_points" else tuple(self.ledger)
            return sum(p for d, p, ledger in self.credits if ledger in ledgers and start <= d < end)
        if metric == "overloads":
            return sum(1 for d in self.overload_days if start <= d < end)
        if metric == "level":
            return self.level
        if metric == "streak":
            last = max(self.sparks.spark_days, default=None)
            return self.sparks.streak if last and last >= day - timedelta(days=1) else 0
        raise ValueError(metric)

    # ------------------------------------------------------------ the end

    def mission_at(self, mission, today, day=None):
        """Progress and status of a mission in the window of a day, and whether it is locked."""
        locked = None
        if mission.get("requires"):
            locked = not all(self.was_completed(other) for other in mission["requires"])
        target = target_of(mission)
        name, window = mission["id"], mission["window"]
        # Outside of a season its first or its last window is shown.
        since, before = season_of(mission)
        asked = today if day is None or window == "life" else day
        shown = min(max(asked, since), before - timedelta(days=1))
        if isinstance(window, dict):
            is_complete = self.last_completion.get(name) == shown
        else:
            is_complete = (name, start_of(window, shown)) in self.completed
        if is_complete:
            return target, "completed", locked
        if today < since:
            value = 0
        elif mission.get("metric") == "streak":
            value = self.sparks.current_streak(shown)
        else:
            value = self.measure(mission, shown)
        progress = min(max(0, int(Fraction(value) // 1)), target)
        end = before if isinstance(window, dict) else min(before, span_of(window, shown)[1])
        if end <= today:
            return progress, "expired", locked
        return progress, "in_progress" if progress > 0 else "available", locked


FORMS = ("count", "days", "sum", "distinct")


def form_of(mission):
    return next((form for form in FORMS if form in mission), "count")


def target_of(mission):
    return mission["target"] if "target" in mission else mission[form_of(mission)]


def measured(mission, found):
    """The count, the days, the sum or the different values of occurrences."""
    form, event = form_of(mission), event_of(mission)
    if form == "count":
        return len(found)
    if form == "days":
        default = "number" if event == "entry" else "events"
        unit = mission.get("of", default) if "each_at_least" in mission else "events"
        sums = {}
        for occurrence in found:
            sums[occurrence.day] = sums.get(occurrence.day, 0) + occurrence.amount(unit)
        return sum(1 for amount in sums.values() if amount >= mission.get("each_at_least", 1))
    if form == "sum":
        unit = mission.get("of", "number" if event == "entry" else "points")
        return sum(occurrence.amount(unit) for occurrence in found)
    of = mission.get("of", "categories" if event in ("spark", "card") else "trackers")
    return len({value for occurrence in found for value in occurrence.values(of)})


# ---------------------------------------------------------------- fixtures


def random_life(number):
    """A random life and what comes of it."""
    import earning_stories

    chance = random.Random(number)
    first_day = date(2026, 1, 1) + timedelta(days=chance.randint(0, 40))
    length = chance.choice([3, 10, 35])
    definition = earning_stories.definition(chance, number, first_day, length)
    if number % 6 == 0:
        definition = {"id": definition["id"], "extends": "everyday"}
    facts, _, loaded = earning_stories.life(chance, first_day, length)
    events = earning_stories.events_of(facts, loaded, chance)
    minutes = chance.choice([0, 0, 240, 30, 719])
    story = {
        "seed": number, "day_start": minutes, "rulebook": definition,
        "today": (first_day + timedelta(days=length + chance.choice([0, 1, 20]))).isoformat(),
        "events": [
            [e["id"].hex(), e["at"], e["offset"], e["kind"], dict(e["content"])] for e in events
        ],
    }  # fmt: skip
    numbers = {event["id"].hex(): position for position, event in enumerate(events)}
    for event in events:
        content = event["content"]
        for name in ("task", "tracker"):
            if name in content:
                content[name] = bytes.fromhex(content[name])
        if event["kind"] in ("spark", "roll"):
            event["category"] = content["category"]
            event["intensity"] = oracle.INTENSITIES.get(content.get("intensity"))
    found = Life(number, definition, divmod(minutes, 60))
    _, outcomes, voids = subjects_oracle.fold(number, events, found)
    story["expected"] = {
        "voids": sorted(numbers[void.hex()] for void in voids),
        "points": [[numbers[event], source, amount] for source, amount, event, _ in found.rows],
        "ledger": found.ledger, "level": found.level, "fuel": found.fuel, "overloads": found.overloads,
        "tokens": found.tokens,
        "completions": [
            [mission, start and start.isoformat(), at] for mission, start, at, _ in found.completions
        ],
        "missions": {
            mission["id"]: list(found.mission_at(mission, date.fromisoformat(story["today"])))
            for mission in found.rules.missions
            if "event" in mission or mission.get("requires") or mission in definition.get("missions", [])
        },
    }
    return story


def write_fixtures(folder):
    lives = [random_life(number) for number in range(36)]
    with open(f"{folder}/earning-lives.json", "w") as file:
        text = json.dumps(lives, separators=(",", ":"), ensure_ascii=False)
        file.write(text.replace('{"seed"', '\n{"seed"') + "\n")


if __name__ == "__main__":
    if len(sys.argv) != 3 or sys.argv[1] != "--make-fixtures":
        sys.exit(__doc__)
    write_fixtures(sys.argv[2])
