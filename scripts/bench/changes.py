"""Changes of what is recorded: the benchmark "changes" of scripts/bench/run.

Sparks and tasks are removed, edited and completed by scripts, beside scripts that record as many sparks; and events
and rolls are recorded at past times, in a profile of events of every kind.
"""

import os
import shutil
from statistics import median

from growth import NOW, remove

ROUNDS = 3
# The changes, each with the kind of event that it changes.
CHANGES = (
    ("remove", "spark"), ("edit", "spark"), ("remove", "task"), ("edit", "task"), ("complete", "task"),
)  # fmt: skip


class Changes:
    """Scripts on copies of profiles."""

    def __init__(self, run, flint, folder, here, new_profile):
        self.run, self.flint, self.here, self.new_profile = run, flint, here, new_profile
        self.path = os.path.join(folder, "changes.db")
        self.base = os.path.join(folder, "base.db")

    def script(self, path, name, *arguments):
        options = ["--quiet", "--time", "none", *NOW, "--db", path]
        if not os.path.exists(path):
            options += [*self.new_profile, "--allow-read", os.path.dirname(path)]
        return self.run(
            self.flint, "run", *options, os.path.join(self.here, name), "--", *map(str, arguments)
        )

    def seconds(self, *job):
        """Runs a job on a copy of the profile, or on a new one; returns its time."""
        remove(self.path)
        if job[0] != "record":
            shutil.copyfile(self.base, self.path)
        os.sync()
        return self.script(self.path, "changes.lua", *job).seconds

    def changes(self, count):
        """Returns the time to record sparks, and that of each change of as many, without listing them."""
        remove(self.base)
        for kind in ("spark", "task"):
            self.script(self.base, "changes.lua", "record", kind, count)
        jobs = [("record", "spark"), ("list", "spark"), ("list", "task"), *CHANGES]
        taken = {job: [] for job in jobs}
        for _ in range(ROUNDS):
            for job in jobs:
                taken[job].append(self.seconds(*job, count))
        remove(self.path, self.base)
        times = {job: median(runs) for job, runs in taken.items()}
        recorded = times["record", "spark"]
        return recorded, {job: times[job] - times["list", job[1]] for job in CHANGES}

    def late(self, count, quest_set):
        """Returns the time of one more event and of one more roll at a past time, in seconds of CPU time."""
        remove(self.base)
        self.script(self.base, "kinds.lua", count, "every", quest_set)
        costs = []
        for kind, few, many, events in (("events", 1, 41, 6), ("rolls", 1, 3, 1)):
            taken = {few: [], many: []}
            for number in range(ROUNDS):
                for more in taken:
                    shutil.copyfile(self.base, self.path)
                    label = f"{kind} {more} {number} "
                    taken[more].append(self.script(self.path, "late.lua", kind, more, label).cpu)
                    remove(self.path)
            costs.append((median(taken[many]) - median(taken[few])) / (many - few) / events)
        remove(self.base)
        return costs
