"""How jobs grow with the number of events: the benchmark "growth" of scripts/bench/run.

Each job is measured with 10,000, 100,000 and 1,000,000 events of every kind. Time is processor time of all
threads, since it depends less on what else the machine does. A job grows faster than linearly where an event takes
longer in a million than in 100,000.
"""

import json
import os
import shutil
import sqlite3

SIZES = (10_000, 100_000, 1_000_000)
# An event in a million may take this many times as long as one in 100,000: B-trees have one level more, and less
# of them is in the processor's caches.
LIMIT = 1.5
NOW = ["--now", "2026-02-01T00:00Z"]
KINDS = ("spark", "task", "complete", "mood", "activity", "entry", "node", "every")


def quest_set(path, nodes):
    """Writes a quest set with a number of nodes, a hundred in a mission."""
    numbers = range(1, nodes + 1)
    missions = [
        {
            "id": f"m{first}",
            "title": "Mission",
            "nodes": [
                {"id": f"n{number}", "orderIndex": index, "title": "Node"}
                for index, number in enumerate(numbers[first : first + 100])
            ],
        }
        for first in range(0, nodes, 100)
    ]
    with open(path, "w", encoding="utf-8") as file:
        json.dump({"id": "set", "name": "Set", "category": "quest", "missions": missions}, file)


def remove(*paths):
    for path in paths:
        for suffix in ("", "-wal", "-shm", "-journal"):
            if os.path.isdir(path + suffix):
                shutil.rmtree(path + suffix)
            elif os.path.exists(path + suffix):
                os.remove(path + suffix)


class Growth:
    """The jobs, each with its processor time by number of events."""

    def __init__(self, run, flint, folder, here):
        self.run, self.flint, self.here = run, flint, here
        self.folder = os.path.join(folder, "growth")
        os.mkdir(self.folder)
        self.seconds = {}

    def path(self, name):
        return os.path.join(self.folder, name)

    def measure(self, job, count, *command):
        taken = self.run(self.flint, *command)
        self.seconds.setdefault(job, {})[count] = taken.cpu
        return taken

    def record(self, job, count, kind, path):
        """Records events in a new or an existing profile."""
        script = os.path.join(self.here, "kinds.lua")
        options = ["--quiet", "--time", "none", "--allow-read", self.folder, "--db", path]
        self.measure(
            job, count, "run", *options, *NOW, script, "--", str(count), kind, self.path("set.json")
        )

    def new(self, path):
        self.run(
            self.flint, "init", "--quiet", "--db", path, "--seed", "42", "--zone", "UTC",
            "--rules", "ignition", "--now", "2025-01-01T00:00Z",
        )  # fmt: skip

    def play(self, count):
        one, other, copy = (self.path(name) for name in ("one.db", "other.db", "copy.db"))
        for kind in KINDS:
            remove(one)
            # A quest set has at most 16 MiB, and each node is completed once.
            if kind == "node" and count > 100_000:
                continue
            quest_set(self.path("set.json"), count if kind == "node" else count // 12 + 1)
            self.new(one)
            if kind == "every":
                shutil.copy(one, other)
            job = "record " + ("events of every kind" if kind == "every" else f"alone: {kind}")
            self.record(job, count, kind, one)
        profile = ["--db", one, *NOW]
        self.measure("status, from its cache", count, "status", *profile)
        for job, *command in (
            ("status", "status"), ("stats", "stats"), ("log", "log", "--limit", "0"),
            ("tasks", "tasks", "--limit", "0"), ("verify", "verify"),
        ):  # fmt: skip
            with sqlite3.connect(one) as database:
                database.execute("DELETE FROM cached_state")
            self.measure(f"{job}, without a cache", count, *command, *profile)
        dump, files = self.path("dump"), self.path("files")
        self.measure("dump", count, "dump", "--quiet", *profile, dump)
        self.measure("restore", count, "restore", "--quiet", "--db", copy, *NOW, dump)
        remove(copy, dump)
        self.measure("export everything", count, "export", "everything", "--quiet", *profile, "-o", files)
        self.new(copy)
        self.measure("import", count, "import", "--quiet", "--db", copy, *NOW, files)
        remove(copy, files)
        self.measure("merge", count, "merge", "--quiet", "--db", other, *NOW, one)
        remove(other)
        self.measure("undo", count, "undo", "--quiet", *profile)
        # A correction of the same instant as the undo would be compared with it, event by event.
        later = ["--db", one, "--now", "2026-02-01T00:01Z"]
        self.measure("redo", count, "redo", "--quiet", *later)
        remove(one)

    def table(self):
        """Returns the rows of a table in Markdown, and whether a job grows faster than it may."""
        lines = [
            "| job | " + " | ".join(f"{count:,}" for count in SIZES) + " | growth |",
            "|---|" + "---|" * (len(SIZES) + 1),
        ]
        grown = []
        for job, seconds in self.seconds.items():
            cells = [
                f"{seconds[count]:.2f} s, {seconds[count] / count * 1e6:.1f} µs" if count in seconds else ""
                for count in SIZES
            ]
            growth = ""
            if SIZES[2] in seconds:
                growth = seconds[SIZES[2]] / seconds[SIZES[1]] / (SIZES[2] / SIZES[1])
                if growth > LIMIT:
                    grown.append(job)
                growth = f"{growth:.2f} ×"
            lines.append(f"| {job} | " + " | ".join(cells) + f" | {growth} |")
        return lines, grown


def growth(run, flint, folder, here):
    """Measures all jobs, and prints their table."""
    jobs = Growth(run, flint, folder, here)
    for count in SIZES:
        jobs.play(count)
    lines, grown = jobs.table()
    print("\n".join(lines), flush=True)
    shutil.rmtree(jobs.folder)
    return len(jobs.seconds), grown
