"""A slow, plain reference of the other subjects: tasks, projects, quests, moods and trackers, and of
the order in which events of one instant have their effects.

It shares no code with the Swift engine. An event is {"id", "at", "offset", "kind", "content"}; of sparks
and rolls what oracle.py needs. `fold` takes the events in any order.
"""

from datetime import date

import oracle

RANKS = [
    # What creates, what changes, what happens, what completes, what takes back.
    ["task", "project", "quest.load", "journey", "tracker"],
    [
        "task.update", "project.rename", "quest.open_gate", "quest.set_level", "mood.fill", "tracker.update",
        "habit", "habit.pause", "habit.resume",
    ],
    ["spark", "roll", "quest.complete", "activity", "mood", "tracker.entry", "habit.skip"],
    ["task.complete"],
    ["task.reopen", "quest.reset", "project.remove"],
]
RANK = {kind: rank for rank, kinds in enumerate(RANKS) for kind in kinds}
SCORES = {1: 7, 2: 4, 3: 3, 4: 2}


class Void(Exception):
    """An event has no effect."""


class Subjects:
    def __init__(self, seed):
        self.sparks = oracle.Fold(seed, oracle.Rulebook({"rulebook": "ignition"}))
        self.tasks = {}  # id -> {"priority", "project", "done": None or (day, score), …}
        self.projects = {}  # small letters -> {"name"}; not the inbox
        self.sets = []  # {"id", "missions", "done": {node: event}, "gone": {node: event}, "opened"}
        self.moods = {}  # day -> [event id, …], the last counts
        self.trackers = []  # {"name", "ids", "entries"}

    def apply(self, event):
        """Gives what the event brought; raises Void where it has no effect, and changes nothing then."""
        kind = event["kind"]
        if kind in ("spark", "roll"):
            if kind == "roll" and self.sparks.tokens == 0:
                raise Void("no_token")
            return self.sparks.apply(event)
        name = kind.replace(".", "_")
        return getattr(self, "apply_" + name)(event, event["content"])

    # ------------------------------------------------------------ tasks

    def task(self, content):
        task = self.tasks.get(content["task"])
        if task is None:
            raise Void("unknown_task")
        return task

    def project(self, name):
        """The project of a name, made where there is none; None is the inbox."""
        if name is None or name.lower() == "inbox":
            return None
        return self.projects.setdefault(name.lower(), {"name": name})

    def apply_task(self, event, content):
        self.tasks[event["id"]] = {
            "priority": content.get("priority", 3),
            "project": self.project(content.get("project")),
            "done": None,
        }

    def apply_task_update(self, event, content):
        task = self.task(content)
        if "priority" in content:
            task["priority"] = content["priority"]
        if "project" in content:
            task["project"] = self.project(content["project"])

    def apply_task_complete(self, event, content):
        task = self.task(content)
        if task["done"]:
            raise Void("task_completed")
        task["done"] = (oracle.civil_day(event), SCORES[task["priority"]])

    def apply_task_reopen(self, event, content):
        task = self.task(content)
        if not task["done"]:
            raise Void("task_open")
        task["done"] = None

    def apply_project(self, event, content):
        if content["name"].lower() == "inbox":
            raise Void("project_exists")
        self.project(content["name"])

    def apply_project_rename(self, event, content):
        old, new = content["from"].lower(), content["to"].lower()
        if old == "inbox":
            raise Void("inbox_is_fixed")
        if old not in self.projects:
            raise Void("unknown_project")
        if new == "inbox" or (new in self.projects and new != old):
            raise Void("project_exists")
        project = self.projects.pop(old)
        project["name"] = content["to"]
        self.projects[new] = project

    def apply_project_remove(self, event, content):
        name = content["name"].lower()
        if name == "inbox":
            raise Void("inbox_is_fixed")
        if name not in self.projects:
            raise Void("unknown_project")
        gone = self.projects.pop(name)
        for task in self.tasks.values():
            if task["project"] is gone:
                task["project"] = None

    # ------------------------------------------------------------ quests

    def quest_set(self, name):
        for found in self.sets:
            if found["id"].lower() == name.lower():
                return found
        raise Void("unknown_quest")

    def nodes(self, found):
        return {node["id"]: node for mission in found["missions"] for node in mission["nodes"]}

    def gates(self, found):
        return {gate["id"]: gate for mission in found["missions"] for gate in mission.get("gates", [])}

    def is_complete(self, found):
        nodes = self.nodes(found)
        return bool(nodes) and all(node in found["done"] for node in nodes)

    def opener(self, gate):
        """The set that a gate asks for, if it is loaded and has nodes."""
        for found in self.sets:
            if gate["type"] == "missionSet" and found["id"].lower() == gate["requirement"].lower():
                return found if self.nodes(found) else None
        return None

    def is_open(self, found, gate):
        if gate["id"] in found["opened"]:
            return True
        if gate["type"] == "node" and gate["requirement"] in self.nodes(found):
            return gate["requirement"] in found["done"]
        opener = self.opener(gate)
        return opener is not None and self.is_complete(opener)

    def gates_before(self, found, name):
        for mission in found["missions"]:
            order = {node["id"]: node["orderIndex"] for node in mission["nodes"]}
            if name in order:
                for gate in mission.get("gates", []):
                    after = gate.get("afterNodeId")
                    if after is None or order[name] > order[after]:
                        yield gate

    def apply_quest_load(self, event, content):
        loaded = {
            "id": content["id"], "missions": content["missions"], "done": {}, "gone": {}, "opened": set(),
        }
        place = len(self.sets)
        for number, old in enumerate(self.sets):
            if old["id"].lower() == content["id"].lower():
                place = number
                for node, by in {**old["gone"], **old["done"]}.items():
                    loaded["done" if node in self.nodes(loaded) else "gone"][node] = by
                loaded["opened"] = {gate for gate in old["opened"] if gate in self.gates(loaded)}
        self.sets[place : place + 1] = [loaded]

    def apply_quest_complete(self, event, content):
        found = self.quest_set(content["set"])
        node = self.nodes(found).get(content["node"])
        if node is None:
            raise Void("unknown_quest")
        if content["node"] in found["done"]:
            raise Void("node_completed")
        needed = node.get("dependencies", [])
        if not all(name in found["done"] for name in needed):
            raise Void("node_locked")
        if not all(self.is_open(found, gate) for gate in self.gates_before(found, content["node"])):
            raise Void("node_locked")
        found["done"][content["node"]] = event["id"]

    def apply_quest_open_gate(self, event, content):
        found = self.quest_set(content["set"])
        gate = self.gates(found).get(content["gate"])
        if gate is None:
            raise Void("unknown_gate")
        by_itself = self.opener(gate) or (
            gate["type"] == "node" and gate["requirement"] in self.nodes(found)
        )
        if by_itself or gate["id"] in found["opened"]:
            raise Void("gate_not_closed")
        found["opened"].add(gate["id"])

    def apply_quest_reset(self, event, content):
        found = self.quest_set(content["set"])
        if content["node"] not in self.nodes(found):
            raise Void("unknown_quest")
        if content["node"] not in found["done"]:
            raise Void("node_open")
        needing = self.needing(found, content["node"])
        if needing and not content.get("cascade"):
            raise Void("node_needed")
        del found["done"][content["node"]]
        for other, name in needing:
            del other["done"][name]

    def needing(self, found, name):
        """The completed nodes that need one, by way of any others and of gates."""
        reached = [(found["id"], name)]
        for owner, needed in reached:
            for other in self.sets:
                for node in self.nodes(other).values():
                    place = (other["id"], node["id"])
                    if place not in reached and self.needs(other, node, owner, needed):
                        reached.append(place)
        return [
            (other, node)
            for other in self.sets
            for node in list(other["done"])
            if (other["id"], node) in reached[1:]
        ]

    def needs(self, other, node, owner, needed):
        if other["id"] == owner and needed in node.get("dependencies", []):
            return True
        for gate in self.gates_before(other, node["id"]):
            if gate["id"] in other["opened"]:
                continue
            if gate["type"] == "node" and other["id"] == owner and gate["requirement"] == needed:
                return True
            if gate["type"] == "missionSet" and gate["requirement"].lower() == owner.lower():
                return True
        return False

    # ------------------------------------------------------------ moods

    def apply_mood(self, event, content):
        if date.fromisoformat(content["day"]) > oracle.civil_day(event):
            raise Void("later_day")
        self.moods.setdefault(content["day"], []).append(event["id"])

    # ------------------------------------------------------------ trackers

    def apply_tracker(self, event, content):
        for tracker in self.trackers:
            if tracker["name"].lower() == content["name"].lower():
                tracker["ids"].append(event["id"])
                return
        self.trackers.append({"name": content["name"], "ids": [event["id"]], "entries": []})

    def tracker(self, content):
        for tracker in self.trackers:
            if content["tracker"] in tracker["ids"]:
                return tracker
        raise Void("unknown_tracker")

    def apply_tracker_update(self, event, content):
        tracker = self.tracker(content)
        name = content.get("name", tracker["name"])
        if any(t is not tracker and t["name"].lower() == name.lower() for t in self.trackers):
            raise Void("tracker_exists")
        tracker["name"] = name

    def apply_tracker_entry(self, event, content):
        self.tracker(content)["entries"].append(event["id"])

    def apply_activity(self, event, content):
        pass


def fold(seed, events, state=None):
    """The state of all events, what each brought, and the ids of those without effect."""
    events = sorted(events, key=lambda e: (e["at"], RANK[e["kind"]], e["id"]))
    state, outcomes, voids = state or Subjects(seed), {}, set()
    start = 0
    while start < len(events):
        end = start
        while end < len(events) and events[end]["at"] == events[start]["at"]:
            end += 1
        waiting = events[start:end]
        while True:
            left = []
            for event in waiting:
                try:
                    outcomes[event["id"]] = state.apply(event)
                except Void:
                    left.append(event)
            # In each pass all that failed before is tried in the same order, while any succeeds.
            if not left or len(left) == len(waiting):
                break
            waiting = left
        voids.update(event["id"] for event in left)
        start = end
    return state, outcomes, voids
