"""Random rulebooks and random lives for earning_oracle.py, each determined by its number."""

import json
from datetime import datetime, timedelta

import oracle

WEEKDAYS = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"]
TRACKERS = ["Reading", "Running", "Water"]
# The first names a tracker may have, and those that it may be given later.
NEW_NAMES = ["Swimming", "Tea", "reading"]
HABITS = ["Stretch", "Pages", "Sweets"]
PROJECTS = ["Home", "Work", "Garden"]
TAGS = ["easy", "with others", "Outside"]
ACTIVITIES = ["open", "journal", "sos", "self_care"]
MOODS = ["horrible", "bad", "average", "good", "great"]
PRIORITIES = ["P0", "P1", "P2", "P3"]
RARITIES = oracle.RARITIES
NODES = ["a", "b", "c", "d", "e", "f"]
EARNING = ["task.complete", "mood.record", "mood", "habit.done", "entry", "activity", "quest.node"]
COUNTED = [*EARNING, "task.complete", "habit.done", "habit.done", "entry", "entry", "spark", "card", "mission"]


def cased(chance, name):
    return chance.choice([name, name, name.lower(), name.upper()])


# ---------------------------------------------------------------- rulebooks


def times(chance, with_hours=True):
    """Filters by the clock and the weekday."""
    found = {}
    if with_hours and chance.random() < 0.1:
        found["before_hour"] = chance.randint(6, 24)
    if with_hours and chance.random() < 0.1:
        found["after_hour"] = chance.randint(0, min(16, found.get("before_hour", 24) - 1))
    if chance.random() < 0.12:
        found["weekdays"] = sorted(chance.sample(WEEKDAYS, chance.randint(2, 6)), key=WEEKDAYS.index)
    return found


def filters(chance, event):
    rules = {
        "spark": {"category": oracle.CATEGORIES, "min_intensity": list(oracle.INTENSITIES)},
        "task.complete": {"priority": PRIORITIES, "project": ["Inbox", "Home", "WORK"]},
        "mood.record": {"min_mood": MOODS},
        "mood": {"min_mood": MOODS},
        "habit.done": {"habit": HABITS},
        "entry": {"tracker": TRACKERS + HABITS + NEW_NAMES, "tag": TAGS},
        "activity": {"kind": ACTIVITIES},
        "quest.node": {},
        "card": {"category": oracle.CATEGORIES, "rarity": RARITIES[:3]},
        "mission": {"completed_window": ["day", "week", "life"]},
    }
    found = {name: chance.choice(values) for name, values in rules[event].items() if chance.random() < 0.25}
    for name in ("tracker", "habit", "project"):
        if name in found:
            found[name] = cased(chance, found[name])
    return found | times(chance, event != "mission")


def earning_rule(chance):
    event = chance.choice(EARNING)
    rule = {"event": event, "points": chance.randint(1, 60), **filters(chance, event)}
    if event == "entry" and chance.random() < 0.5:
        rule |= {"per": chance.choice([1, 3, 10]), "of": chance.choice(["minutes", "number"])}
        if chance.random() < 0.3 and rule["of"] == "minutes":
            del rule["of"]
        rule["points"] = chance.randint(1, 5)
    if chance.random() < 0.4:
        rule["cap"] = chance.choice([1, 10, 25])
    if chance.random() < 0.5:
        rule["per_day"] = chance.choice([1, 1, 2, 5])
    if chance.random() < 0.3:
        rule["roll"] = chance.choice(oracle.CATEGORIES)
        if chance.random() < 0.3 and "per" not in rule:
            del rule["points"]
            rule.pop("cap", None)
    return rule


def window(chance):
    days = {"days": chance.choice([1, 2, 3, 5, 7, 10, 14, 30])}
    return chance.choice(["day", "week", "week", "month", "life", days, days, days])


def most_days(within, weekdays):
    """The most days that a window has on some weekdays, but not too many to be reached in a story."""
    length = within["days"] if isinstance(within, dict) else {"day": 1, "week": 7, "month": 28}.get(within, 12)
    if len(weekdays) < 7:
        length = length // 7 * len(weekdays) or 1
    return max(1, min(length, 8))


def counted_mission(chance, number):
    event = chance.choice(COUNTED)
    within = window(chance)
    mission = {"window": within, "event": event, **filters(chance, event)}
    if event == "mission":
        # A window has few others that are as long as itself.
        mission.pop("completed_window", None)
    form = chance.choice(["count", "count", "days", "days", "sum", "distinct"])
    if form == "distinct" and event not in ("spark", "card", "entry", "habit.done"):
        form = "count"
    scale = {"day": 1, "week": 2, "month": 4, "life": 6}.get(within, 2) if isinstance(within, str) else 2
    if form == "count":
        mission[chance.choice(["count", "target"])] = chance.randint(1, 1 + scale)
    elif form == "days":
        mission["days"] = chance.randint(1, min(chance.choice([2, 3, 8]), most_days(within, mission.get("weekdays", WEEKDAYS))))
        if chance.random() < 0.5:
            if event == "entry":
                mission["of"] = chance.choice(["number", "minutes", "events"])
                if mission["of"] == "number" and chance.random() < 0.5:
                    del mission["of"]
            elif event == "task.complete" and chance.random() < 0.4:
                mission["of"] = chance.choice(["score", "points"])
            elif chance.random() < 0.2:
                mission["of"] = "points"
            mission["each_at_least"] = chance.choice([1, 2, 2, 3, 10])
            if mission.get("of") == "events":
                del mission["of"]
                mission["each_at_least"] = chance.choice([1, 2])
    elif form == "sum":
        mission["sum"] = chance.choice([1, 5, 5, 20, 20, 60]) * chance.choice([1, scale])
        if event == "entry":
            mission["of"] = chance.choice(["number", "minutes", "points"])
            if mission["of"] == "number" and chance.random() < 0.5:
                del mission["of"]
        elif event == "task.complete" and chance.random() < 0.5:
            mission["of"] = "score"
    else:
        of = {"spark": ["categories"], "card": ["categories"], "entry": ["trackers", "tags"]}
        mission["of"] = chance.choice(of.get(event, ["trackers"]))
        mission["distinct"] = chance.randint(1, 3)
        if "category" in mission or "tracker" in mission or "habit" in mission:
            mission["distinct"] = 1
    return mission


def metric_mission(chance):
    metric = chance.choice(
        ["tasks", "task_score", "moods", "activities", "quest_steps", "entries", "total_points", "earned_points",
         "missions_completed", "cards", "sparks", "spark_days", "distinct_categories", "streak", "level",
         "overloads"]
    )  # fmt: skip
    within = chance.choice(["day", "week", "life"])
    target = chance.randint(1, 2) if within == "day" else chance.randint(1, 5)
    if metric in ("total_points", "earned_points", "task_score"):
        target *= chance.choice([3, 40])
    if metric in ("streak", "level", "overloads"):
        within = "life"
    if metric == "level":
        target = 2
    if metric in ("spark_days", "moods") and within == "day":
        target = 1
    mission = {"window": within, "metric": metric, "target": target}
    if metric == "cards" and chance.random() < 0.5:
        mission["category"] = chance.choice(oracle.CATEGORIES)
    if metric == "missions_completed" and chance.random() < 0.5:
        mission["completed_window"] = chance.choice(["day", "week"] if within != "day" else ["day"])
    return mission


def definition(chance, number, first_day, length):
    """A rulebook that extends a bundled one."""
    base = chance.choice(["ignition", "everyday", "everyday", "ignition-shipped"])
    found = {"id": f"random-{number}", "extends": base, "missions": []}
    if chance.random() < 0.85:
        found["earn"] = [earning_rule(chance) for _ in range(chance.randint(0, 7))]
    names = []
    for index in range(chance.choice([3, 8, 15])):
        mission = counted_mission(chance, index) if chance.random() < 0.8 else metric_mission(chance)
        name = f"m{index}"
        mission |= {"id": name, "title": name, "reward": chance.choice([0, 1, 7, 40, 300])}
        if chance.random() < 0.15:
            since = first_day + timedelta(days=chance.randint(0, length))
            if chance.random() < 0.7:
                mission["from"] = since.isoformat()
            if chance.random() < 0.7:
                mission["before"] = (since + timedelta(days=chance.randint(15, 40))).isoformat()
        if names and chance.random() < 0.3:
            easy = chance.sample(["first-steps", "morning-spark", "spark-streak", "first-card"], 1)
            mission["requires"] = chance.choice([easy, chance.sample(names, 1), easy + chance.sample(names, 1)])
        names.append(name)
        found["missions"].append(mission)
    chance.shuffle(found["missions"])
    if chance.random() < 0.5:
        # Otherwise the missions of the bundled rulebook pay most of the points.
        found["change_missions"] = {mission: {"reward": chance.choice([0, 3])} for mission, *_ in oracle.MISSIONS}
    if chance.random() < 0.3:
        found["fuel"] = {"capacity": chance.choice([50, 400])}
    if chance.random() < 0.3:
        found["tokens"] = {"initial": chance.randint(0, 3), "per_overload": chance.randint(0, 2)}
    if chance.random() < 0.4:
        scores = {name: chance.randint(0, 20) for name in PRIORITIES if chance.random() < 0.5}
        found["tasks"] = {"scores": scores, "credit_points": chance.random() < 0.7}
    if base != "ignition-shipped" and chance.random() < 0.2:
        found["drops"] = {"chance": chance.choice(["0", "0.5"]), "pity": {"epic": {"hard": 4}}}
    return found


def lua(value):
    """A table or a scalar as Lua."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, dict):
        return "{" + ", ".join(f"[{json.dumps(key)}] = {lua(each)}" for key, each in value.items()) + "}"
    if isinstance(value, list):
        return "{" + ", ".join(lua(each) for each in value) + "}"
    return json.dumps(value)


# ---------------------------------------------------------------- lives


def offset_text(minutes):
    sign = "-" if minutes < 0 else "+"
    return f"{sign}{abs(minutes) // 60:02}:{abs(minutes) % 60:02}"


def schedule(chance):
    kind = chance.choice(["day", "day", "week", "month", "days", "weekdays"])
    if kind == "weekdays":
        return {"weekdays": sorted(chance.sample(WEEKDAYS, chance.randint(1, 5)), key=WEEKDAYS.index)}
    if kind == "days":
        days = chance.choice([2, 3, 10])
        return {"times": chance.randint(1, days), "days": days}
    return {"times": chance.randint(1, {"day": 1, "week": 7, "month": 12}[kind]), "per": kind}


def plan(chance):
    """A schedule and, often, a goal."""
    found = {"schedule": schedule(chance)}
    kind = chance.random()
    if kind < 0.5:
        return found
    unit = chance.choice(["number", "minutes", "entries"])
    amount = chance.choice({"number": ["0.5", 3, "4.75"], "minutes": [5, 30], "entries": [1, 2, 3]}[unit])
    if kind < 0.7:
        return found | {"goal": {"at_least": amount, "of": unit}}
    found["schedule"].pop("times", None)
    if kind < 0.9:
        return found | {"goal": {"at_least": amount, "of": unit, "over": "period"}}
    return found | {"goal": {"at_most": amount, "of": unit}}


def entry(chance):
    kind = chance.choice(["minutes", "number", "number", "text", "done", "rating"])
    value = {
        "minutes": lambda: chance.choice([0, 4, 10, 25, 90]),
        "number": lambda: chance.choice(["0", "0.25", "1.5", "3", "10", "40", "-2", "0.000001", "2.999999"]),
        "text": lambda: "words",
        "done": lambda: chance.random() < 0.75,
        "rating": lambda: chance.randint(1, 5),
    }[kind]()
    found = {kind: value}
    if kind != "minutes" and chance.random() < 0.3:
        found["minutes"] = chance.choice([5, 20, 60])
    if chance.random() < 0.5:
        found["tags"] = [cased(chance, tag) for tag in chance.sample(TAGS, chance.randint(1, 2))]
    return found


def quest_set(chance):
    """Files of a set of two missions, whole and with fewer nodes; some wait for others, some for a level."""
    def mission(name, nodes, gates):
        listed = [
            {
                "id": node, "orderIndex": number, "title": node.upper(),
                "dependencies": nodes[number - 1 : number] if number and chance.random() < 0.5 else [],
            }
            for number, node in enumerate(nodes)
        ]
        return {"id": name, "title": name, "nodes": listed, "gates": gates}

    level = {
        "id": "high", "type": "level", "requirement": str(chance.choice([2, 3])), "description": "-",
        "afterNodeId": "d",
    }
    gates = [level] if chance.random() < 0.6 else []
    missions = [mission("first", NODES[:3], []), mission("second", NODES[3:], gates)]
    path = {"id": "path", "name": "Path", "missions": missions}
    fewer = {**path, "missions": [missions[0], {**missions[1], "nodes": missions[1]["nodes"][:1], "gates": []}]}
    return {"path.json": path, "fewer.json": fewer}


class Writer:
    """Writes the facts of a life, in the order of time."""

    def __init__(self, chance, first_day, length):
        self.chance, self.first_day, self.length = chance, first_day, length
        self.facts = []
        self.offsets = chance.choice([[0], [60, 120], [330], [-300, -240], [780, -660, 0, -720, 840, 345]])
        # Often few instants, so that many facts have the same.
        self.clocks = chance.choice([None, None, ["00:00", "03:59", "12:00"]])

    def when(self, day):
        minute = self.chance.choice([self.chance.randint(0, 1439), self.chance.randint(0, 300)])
        clock = self.chance.choice(self.clocks) if self.clocks else f"{minute // 60:02}:{minute % 60:02}"
        return f"{day.isoformat()}T{clock}:00{offset_text(self.chance.choice(self.offsets))}"

    def day(self):
        return self.first_day + timedelta(days=self.chance.randint(0, self.length - 1))

    def add(self, kind, day=None, at=None, **fields):
        key = {"key": f"k{len(self.facts)}"} if self.chance.random() < 0.5 else {}
        self.facts.append({"kind": kind, "at": at or self.when(day or self.day()), **key, **fields})


def life(chance, first_day, length):
    """Facts for record.lua, in a random order, some of which will be refused; then their corrections."""
    writer = Writer(chance, first_day, length)
    add, pick = writer.add, chance.choice
    pace = pick([0.7, 1.5, 3])

    def many(most):
        return range(chance.randint(0, round(most * pace)))

    for number in many(20):
        add("spark", title=f"Spark {number}", category=pick(oracle.CATEGORIES), intensity=pick(list(oracle.INTENSITIES)))
    for _ in many(3):
        add("roll", category=pick(oracle.CATEGORIES))
    for number in many(10):
        name, start = f"Task {number}", writer.day()
        more = {"project": cased(chance, pick(PROJECTS))} if chance.random() < 0.6 else {}
        add("task", day=start, name=name, priority=pick(PRIORITIES), **more)
        for kind in chance.choices(["complete", "complete", "reopen", "update"], k=chance.randint(1, 4)):
            more = {"priority": pick(PRIORITIES), "project": pick(PROJECTS)} if kind == "update" else {}
            later = start + timedelta(days=chance.choice([0, 0, 1, 5]))
            add(kind, day=min(later, first_day + timedelta(days=length - 1)), name=name, **more)
    for _ in many(2):
        add("rename", name=pick(PROJECTS), to=pick([*PROJECTS, "Elsewhere"]))
        add("remove project", name=pick(PROJECTS))
    for _ in many(18):
        day = writer.day()
        rated = day - timedelta(days=pick([0, 0, 0, 1, 4]))
        add("mood", day=day, day_rated=rated.isoformat(), value=chance.randint(0, 4))
    for _ in many(10):
        add("activity", activity=pick(ACTIVITIES), text="Wrote")
    start = writer.when(first_day)
    trackers = chance.sample(TRACKERS, chance.randint(2, 3))
    for name in trackers:
        add("tracker", at=start, name=name)
    habits = chance.sample(HABITS, chance.randint(1, 3))
    for name in habits:
        add("habit", at=pick([start, start, writer.when(writer.day())]), name=name, **plan(chance))
        for _ in many(2):
            add(pick(["skip", "pause", "resume", "resume"]), name=name, days=pick([-1, 0, 0, 2]))
        if chance.random() < 0.3:
            add("set", name=name, **plan(chance))
        if chance.random() < 0.15:
            add("stop", name=name)
    for _ in many(2):
        add("rename tracker", name=pick(trackers + habits), to=pick(NEW_NAMES + ["READING"]))
    known = trackers + habits * 2 + [pick(NEW_NAMES)]
    for _ in many(40):
        add("entry", name=cased(chance, pick(known)), **entry(chance))
    if chance.random() < 0.6:
        loaded = quest_set(chance)
        add("load", at=pick([start, start, writer.when(writer.day())]), file="path.json")
        for node in chance.sample(NODES, chance.randint(3, 6)):
            add("node", node=f"path/{node}")
        for _ in many(3):
            node = pick(NODES)
            add("reset", node=f"path/{node}", cascade=chance.random() < 0.5)
            add("node", node=f"path/{node}")
        if chance.random() < 0.3:
            add("level", level=chance.randint(0, 3))
        if chance.random() < 0.4:
            # Without some nodes, and often with all of them later.
            add("load", file="fewer.json")
        if chance.random() < 0.4:
            add("load", file="path.json")
    else:
        loaded = None
    for _ in many(2):
        add("look")
    facts = writer.facts
    for number, fact in enumerate(facts):
        fact["fact"] = number
    corrections = []
    for fact in chance.sample(facts, min(len(facts), chance.choice([0, 3, 10]))):
        corrections.append(correction(chance, writer, fact))
    chance.shuffle(facts)
    if chance.random() < 0.3:
        facts.sort(key=lambda fact: fact["at"])
    return facts, corrections, loaded


def correction(chance, writer, fact):
    """The removal of a fact, or a change of it where there is one."""
    found = {"kind": "undo", "of": fact["fact"]}
    if chance.random() < 0.4:
        return found
    day = writer.day()
    changes = {
        "spark": lambda: {"category": chance.choice(oracle.CATEGORIES), "at": writer.when(day)},
        "entry": lambda: entry(chance) | {"at": writer.when(day)},
        "activity": lambda: {"kind": chance.choice(ACTIVITIES), "at": writer.when(day)},
        "mood": lambda: {"value": chance.randint(0, 4)},
    }
    if fact["kind"] not in changes:
        return found
    return found | {"kind": f"edit {fact['kind']}", "day": fact.get("day_rated"), "changes": changes[fact["kind"]]()}


# ---------------------------------------------------------------- lives without a program


def milliseconds(text):
    moment = datetime.fromisoformat(text)
    return round(moment.timestamp() * 1000), int(moment.utcoffset().total_seconds())


def named(content, fact, *names):
    return content | {name: fact[name] for name in names if name in fact}


def entry_content(fact):
    kinds = {"number": "measurement", "text": "log", "done": "checklist", "rating": "rating"}
    value = next((name for name in kinds if name in fact), "minutes")
    found = {"kind": kinds.get(value, "session"), value: fact[value]}
    tags = sorted({tag.lower() for tag in fact.get("tags", [])}, key=str.encode)
    return named(found, fact, "minutes") | ({"tags": tags} if tags else {})


def events_of(facts, loaded, chance):
    """The events of facts, as a profile stores them, with random ids; names are those of creation."""
    events, ids = [], {}
    sets = {"set": "path"}
    changes = {"priority": lambda f: PRIORITIES.index(f["priority"]) + 1, "project": lambda f: f["project"]}

    def add(fact, kind, content):
        at, offset = milliseconds(fact["at"])
        number = chance.randbytes(16)
        events.append({"id": number, "at": at, "offset": offset, "kind": kind, "content": content})
        return number.hex()

    def of(fact, **more):
        # What was never created is an event that is void.
        return {"tracker": ids.get(fact["name"].lower(), "0" * 32), **more}

    for fact in sorted(facts, key=lambda fact: fact["kind"] not in ("task", "tracker", "habit")):
        kind = fact["kind"]
        if kind in ("tracker", "habit"):
            if fact["name"].lower() not in ids:
                ids[fact["name"].lower()] = add(fact, "tracker", {"name": fact["name"]})
            if kind == "habit":
                add(fact, "habit", named(of(fact), fact, "schedule", "goal"))
        elif kind == "task":
            content = {"name": fact["name"]} | {name: get(fact) for name, get in changes.items() if name in fact}
            ids[fact["name"]] = add(fact, "task", content)
        elif kind in ("complete", "reopen", "update"):
            content = {"task": ids[fact["name"]]}
            content |= {name: get(fact) for name, get in changes.items() if name in fact}
            add(fact, f"task.{kind}", content)
        elif kind in ("spark", "roll"):
            add(fact, kind, named({"title": "A"} if kind == "spark" else {}, fact, "category", "intensity"))
        elif kind == "rename":
            add(fact, "project.rename", {"from": fact["name"], "to": fact["to"]})
        elif kind == "remove project":
            add(fact, "project.remove", {"name": fact["name"]})
        elif kind == "mood":
            add(fact, "mood", {"day": fact["day_rated"], "mood": MOODS[fact["value"]]})
        elif kind == "activity":
            add(fact, "activity", named({}, fact, "activity", "text"))
        elif kind == "rename tracker":
            add(fact, "tracker.update", of(fact, name=fact["to"]))
        elif kind == "entry":
            add(fact, "tracker.entry", of(fact) | entry_content(fact))
        elif kind == "set":
            add(fact, "habit", named(of(fact), fact, "schedule", "goal"))
        elif kind == "stop":
            add(fact, "habit", of(fact))
        elif kind == "skip":
            day = datetime.fromisoformat(fact["at"]).date() + timedelta(days=fact["days"])
            add(fact, "habit.skip", of(fact, day=day.isoformat()))
        elif kind in ("pause", "resume"):
            add(fact, f"habit.{kind}", of(fact))
        elif kind == "load":
            add(fact, "quest.load", loaded[fact["file"]])
        elif kind == "node":
            add(fact, "quest.complete", sets | {"node": fact["node"].split("/")[1]})
        elif kind == "reset":
            more = {"cascade": True} if fact["cascade"] else {}
            add(fact, "quest.reset", sets | {"node": fact["node"].split("/")[1]} | more)
        elif kind == "level":
            add(fact, "quest.set_level", {"level": fact["level"]})
    return events
