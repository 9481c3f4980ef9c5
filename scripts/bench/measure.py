"""The measurements of scripts/bench/run.

    python3 measure.py BINARIES FOLDER SPARKS BENCHMARK …

Flint and its peers take turns, each in a new process; figures are medians. Seconds are wall
time from start to end of the process; CPU time is that of all its threads.
"""

from spawner import Spawner

# First, while this process is small.
SPAWNER = Spawner() if __name__ == "__main__" else None

import json
import os
import platform
import re
import shutil
import sqlite3
import subprocess
import sys
import time
from collections import namedtuple
from statistics import median

import changes as changing
import growth as growing
import make_app_files
import make_sparks_csv

HERE = os.path.dirname(os.path.abspath(__file__))
ROUNDS = 5
STARTS = 50
MILLION = 1_000_000
MIB = 1 << 20
# The rules that the peers follow, too.
NEW_PROFILE = ["--seed", "42", "--zone", "UTC", "--rules", "ignition"]

Run = namedtuple("Run", "seconds cpu peak output")
Row = namedtuple("Row", "name flint peer theirs ratio target", defaults=("",) * 5)


def run(*command):
    """Runs a command to its end; returns its time, CPU time, peak memory and output."""
    output = os.path.join(FOLDER, "output")
    status, seconds, cpu, peak = SPAWNER.run(command, output)
    with open(output, encoding="utf-8", errors="replace") as file:
        text = file.read()
    if status != 0:
        sys.exit(f"{text}\nmeasure: failed: {' '.join(command)}")
    return Run(seconds, cpu, peak, text)


def take_turns(commands, rounds, path=None):
    """Runs each command once a round, in turn; returns a list of runs for each. With a path, each run
    starts without that profile and without pending writes of the run before."""
    runs = {name: [] for name in commands}
    for _ in range(rounds):
        for name, command in commands.items():
            if path:
                growing.remove(path)
                os.sync()
            runs[name].append(run(*command))
    return runs


def middle(runs, field):
    return median(getattr(run, field) for run in runs)


def verdict(is_reached):
    return "met" if is_reached else "MISSED"


def compared(ratio):
    return f"{ratio:.2f} × faster" if ratio >= 1 else f"{1 / ratio:.2f} × slower"


def points_in(output):
    """Returns the total that a peer reports, or that the benchmark's script prints at its end."""
    found = re.search(r"(\d+) points", output) or re.search(r"(\d+)\s*$", output)
    return int(found[1])


def seconds_in(run):
    """Returns the time that a run reports, without its start."""
    return float(re.search(r"([\d.e-]+) s\s*$", run.output)[1])


def script_command(path, sparks):
    script = os.path.join(HERE, "script.lua")
    options = ["--quiet", "--db", path, *NEW_PROFILE, "--time", "none"]
    return [FLINT, "run", *options, script, "--", str(sparks)]


def peer_command(name, path, sparks, *mode):
    return [sys.executable, os.path.join(HERE, "peers", name), str(sparks), path, *mode]


# ---------------------------------------------------------------- the benchmarks


def fold(sparks):
    costs, allocations = [], []
    for _ in range(ROUNDS):
        output = run(FOLD_BENCH, str(sparks), "sparks").output
        costs += map(float, re.findall(r"([\d.e-]+) ns each, ", output))
        allocations += map(float, re.findall(r"([\d.e-]+) allocations each", output))
    cost, allocated = median(costs), median(allocations)
    is_full = sparks == MILLION
    return [
        Row(
            f"fold, each of {sparks:,} sparks",
            f"{cost:.0f} ns",
            target=f"300 ns: {verdict(cost <= 300)}" if is_full else "",
        ),
        # a list that doubles now and then shows in the fourth decimal: the steady state has no allocations
        Row(
            "  allocations each",
            f"{allocated:.4f}",
            target=f"0.00: {verdict(allocated < 0.005)}" if is_full else "",
        ),
    ]


def check_same_rules(path, sparks):
    """Checks that the peer has the same rules: with Flint's own draws, it has the same points."""
    growing.remove(path)
    flint = points_in(run(*script_command(path, sparks)).output)
    growing.remove(path)
    peer_run = run(*peer_command("service_peer.py", path, sparks, "same-draws"))
    peer = points_in(peer_run.output)
    if flint != peer:
        sys.exit(f"measure: {sparks} sparks: flint has {flint} points, its peer {peer}")
    print(f"check: {sparks:,} sparks with the same draws: {flint:,} points in both\n", flush=True)
    return peer_run.seconds / sparks


def script(sparks):
    path = os.path.join(FOLDER, "script.db")
    same_rules = check_same_rules(path, min(sparks, 20_000)) * sparks
    peers = {
        "service_peer.py": peer_command("service_peer.py", path, sparks),
        "script_peer.py": peer_command("script_peer.py", path, sparks),
        "script_peer.py kept": peer_command("script_peer.py", path, sparks, "kept"),
    }
    runs = take_turns({"flint": script_command(path, sparks), **peers}, ROUNDS, path)
    totals = {points_in(run.output) for name in peers for run in runs[name]}
    if len(totals) != 1:
        sys.exit(f"measure: peers have different points: {totals}")

    seconds = {name: middle(runs[name], "seconds") for name in runs}
    cpu = {name: middle(runs[name], "cpu") for name in runs}
    peak = {name: max(run.peak for run in runs[name]) / MIB for name in runs}
    mine = seconds["flint"]
    is_full = sparks == MILLION
    rows = [
        Row(
            f"script, {sparks:,} sparks",
            f"{mine:.2f} s",
            target=f"4 s: {verdict(mine <= 4)}" if is_full else "",
        )
    ]
    for name in peers:
        ratio = seconds[name] / mine
        target = ""
        if name == "service_peer.py" and is_full:
            target = f"5 ×: {verdict(ratio >= 5)}"
        rows.append(
            Row(
                "  beside", f"{mine:.2f} s", name, f"{seconds[name]:.2f} s", compared(ratio), target
            )
        )
    # The same rules to the bit, ids and draws included: one run of 20,000 sparks, scaled.
    ratio = same_rules / mine
    rows.append(
        Row(
            "  beside",
            f"{mine:.2f} s",
            "… same-draws, scaled",
            f"{same_rules:.2f} s",
            compared(ratio),
            f"5 ×: {verdict(ratio >= 5)}" if is_full else "",
        )
    )
    name = "service_peer.py"
    rows.append(
        Row(
            "  CPU time",
            f"{cpu['flint']:.2f} s",
            name,
            f"{cpu[name]:.2f} s",
            compared(cpu[name] / cpu["flint"]),
        )
    )
    rows.append(
        Row(
            "  peak memory",
            f"{peak['flint']:.0f} MiB",
            name,
            f"{peak[name]:.0f} MiB",
            target=f"200 MiB: {verdict(peak['flint'] <= 200)}" if is_full else "",
        )
    )
    spread = [run.seconds for run in runs["flint"]]
    rows.append(Row("  fastest and slowest", f"{min(spread):.2f}–{max(spread):.2f} s"))
    return rows


def start(_):
    path = os.path.join(FOLDER, "start.db")
    run(*script_command(path, 100))
    commands = {
        "flint": [FLINT, "eval", "--db", path, ""],
        "lua": [shutil.which("lua5.4"), "-e", ""],
    }
    take_turns(commands, 3)
    runs = take_turns(commands, STARTS)
    mine, theirs = (middle(runs[name], "seconds") * 1000 for name in ("flint", "lua"))
    limit = 4 * theirs + 2
    return [
        Row(
            "start, eval ''",
            f"{mine:.2f} ms",
            "lua5.4 -e ''",
            f"{theirs:.2f} ms",
            compared(theirs / mine),
            f"4 × peer + 2 ms = {limit:.2f} ms: {verdict(mine <= limit)}",
        )
    ]


def host(_):
    """Calls between a script and the host, compared with C through Lua's C API, and Python."""
    peer = os.path.join(FOLDER, "host_peer")
    run(
        shutil.which("gcc"), "-O2", "-o", peer, os.path.join(HERE, "peers", "host_peer.c"),
        "-llua5.4",
    )
    limits = {
        "two integers": 25,
        "a short string": 40,
        "a table of three fields": 160,
        "an iterator's step of five values": 300,
        "a refusal as nil, error": 300,
        "an error raised and caught": 2500,
    }
    commands = {
        "flint": [HOST_BENCH, "3"],
        "C": [peer, "3"],
        "Python": [sys.executable, os.path.join(HERE, "peers", "host_peer.py"), "3"],
    }
    runs = take_turns(commands, 3)
    times = {name: {} for name in commands}
    for name, outputs in runs.items():
        for output in outputs:
            for case, figure in re.findall(r"(.*): ([\d.e+-]+) (?:ns|times)", output.output):
                times[name].setdefault(case, []).append(float(figure))
    rows = []
    for case, limit in limits.items():
        mine = median(times["flint"][case])
        for peer_name in ("C", "Python"):
            theirs = median(times[peer_name][case])
            rows.append(
                Row(
                    case if peer_name == "C" else "",
                    f"{mine:.0f} ns",
                    peer_name,
                    f"{theirs:.0f} ns",
                    compared(theirs / mine),
                    f"{limit} ns: {verdict(mine <= limit)}" if peer_name == "C" else "",
                )
            )
    ratio = median(times["flint"]["with a time limit"])
    rows.append(
        Row(
            "a script with a time limit",
            f"{ratio:.3f} ×",
            "without one",
            target=f"1.03 ×: {verdict(ratio <= 1.03)}",
        )
    )
    return rows


def status(sparks):
    path = os.path.join(FOLDER, "status.db")
    run(*script_command(path, sparks))
    commands = {"flint": [FLINT, "status", "--db", path]}
    take_turns(commands, 3)
    runs = take_turns(commands, STARTS)
    cost = middle(runs["flint"], "seconds") * 1000
    return [Row(f"status of {sparks:,} sparks", f"{cost:.2f} ms")]


def mixed(count):
    """Events of every subject: folded in memory, and read from a file, with the cached state and without
    it."""
    costs, theirs, ratios, scheduled, earning = [], [], [], [], []
    for _ in range(ROUNDS):
        output = run(FOLD_BENCH, str(count), "mixed").output
        costs += map(float, re.findall(r"mixed: .* ([\d.e-]+) ns each, ", output))
        alone, among = re.search(r"a spark: ([\d.]+) ns alone, ([\d.]+) ns among", output).groups()
        ratios.append(float(among) / float(alone))
        habits = re.search(r"habits: ([\d.]+) × under ignition, ([\d.]+) × under everyday", output)
        scheduled.append(float(habits[1]))
        earning.append(float(habits[2]))
        peer = run(sys.executable, os.path.join(HERE, "peers", "mixed_peer.py"), str(count))
        theirs.append(float(re.search(r"([\d.]+) ns each", peer.output)[1]))
    cost, peer_cost = median(costs), median(theirs)
    is_full = count == MILLION
    rows = [
        Row(
            f"fold {count:,} mixed events",
            f"{cost * count / 1e9:.3f} s",
            "a script's loop",
            f"{peer_cost * count / 1e9:.3f} s",
            compared(peer_cost / cost),
            f"0.5 s: {verdict(cost * count / 1e9 < 0.5)}" if is_full else "",
        ),
        Row(
            "  a spark among them, relative to one among sparks",
            f"{median(ratios):.2f} ×",
            target=f"1.3 ×: {verdict(median(ratios) <= 1.3)}" if is_full else "",
        ),
        Row("  the same with habits, relative to it", f"{median(scheduled):.2f} ×"),
        Row(
            "  and with earning rules (everyday)",
            f"{median(earning):.2f} ×",
            target=f"1.5 ×: {verdict(median(earning) <= 1.5)}" if is_full else "",
        ),
    ]
    path = os.path.join(FOLDER, "mixed.db")
    growing.remove(path)
    script = os.path.join(HERE, "mixed.lua")
    options = ["--quiet", "--db", path, *NEW_PROFILE, "--time", "none"]
    recorded = run(FLINT, "run", *options, "--now", "2026-02-01T00:00Z", script, "--", str(count))
    rows.append(Row(f"record {count:,} mixed events", f"{recorded.seconds:.2f} s"))
    command = [FLINT, "status", "--db", path, "--now", "2026-02-01T00:00Z"]
    for is_cached, limit in ((True, 0.1), (False, 2)):
        seconds = []
        for _ in range(ROUNDS):
            if not is_cached:
                with sqlite3.connect(path) as profile:
                    profile.execute("DELETE FROM cached_state")
            seconds.append(run(*command).seconds)
        taken = median(seconds)
        rows.append(
            Row(
                f"status, {'from its cache' if is_cached else 'without a cache'}",
                f"{taken * 1000:.0f} ms",
                target=f"{limit} s: {verdict(taken < limit)}" if is_full else "",
            )
        )
    growing.remove(path)
    return rows + recording(count, path, is_full)


def recording(count, path, is_full):
    """Events of every kind recorded by a script, beside as many sparks, and iterated over."""
    growing.quest_set(os.path.join(FOLDER, "set.json"), count // 12 + 1)
    script = os.path.join(HERE, "kinds.lua")
    options = ["--quiet", "--time", "none", "--now", "2026-02-01T00:00Z", "--db", path]
    new = [*NEW_PROFILE, "--allow-read", FOLDER]
    commands = {
        kind: [FLINT, "run", *options, *new, script, "--", str(count), kind, os.path.join(FOLDER, "set.json")]
        for kind in ("spark", "every")
    }
    runs = take_turns(commands, 3, path)
    every, sparks = (middle(runs[kind], "seconds") for kind in ("every", "spark"))
    rows = [
        Row(
            f"record {count:,} events of every kind", f"{every:.2f} s", "sparks alone", f"{sparks:.2f} s",
            compared(sparks / every), f"3 ×: {verdict(every <= 3 * sparks)}" if is_full else "",
        )
    ]  # fmt: skip
    each = os.path.join(HERE, "each.lua")
    for kind in ("spark", "task", "activity", "history"):
        commands = {
            limit: [FLINT, "run", *options, each, "--", kind, str(limit)] for limit in (1, 0)
        }
        runs = take_turns(commands, ROUNDS)
        number = int(runs[0][0].output)
        cost = (middle(runs[0], "cpu") - middle(runs[1], "cpu")) / number * 1e6
        target = f"1.5 µs: {verdict(cost <= 1.5)}" if is_full else ""
        rows.append(Row(f"{kind}.each, a row of {number:,}", f"{cost:.2f} µs", target=target))
    growing.remove(path)
    return rows


def changes(count):
    """Changes of a tenth as many events, and events at past times."""
    number, is_full = count // 10, count == MILLION
    jobs = changing.Changes(run, FLINT, FOLDER, HERE, NEW_PROFILE)
    recorded, taken = jobs.changes(number)
    rows = [
        Row(
            f"{change} {number:,} {kind}s of known ids", f"{seconds:.2f} s", "recording sparks", f"{recorded:.2f} s",
            compared(recorded / seconds), f"3 ×: {verdict(seconds <= 3 * recorded)}" if is_full else "",
        )
        for (change, kind), seconds in taken.items()
    ]  # fmt: skip
    quest_set = os.path.join(FOLDER, "set.json")
    growing.quest_set(quest_set, count // 12 + 1)
    for name, cost in zip(("an event", "a roll"), jobs.late(count, quest_set)):
        rows.append(
            Row(
                f"{name} at a past time, among {count:,} events", f"{cost * 1000:.1f} ms",
                target=f"20 ms: {verdict(cost <= 0.02)}" if is_full else "",
            )
        )  # fmt: skip
    return rows


def csv(count):
    """The CSV module alone: a file parsed, each field read, and records written."""
    path = os.path.join(FOLDER, "sparks.csv")
    make_sparks_csv.make(count, path)
    size = os.path.getsize(path) / 1e6
    peer = [sys.executable, os.path.join(HERE, "peers", "csv_peer.py")]
    parsers = {
        "flint": [CSV_BENCH, "parse", path],
        "Python csv": [*peer, "csv", path],
        "DuckDB, 1 thread": [*peer, "duckdb", path],
    }
    if os.spawnv(os.P_WAIT, sys.executable, [*peer, "has-duckdb"]) != 0:
        print("note: DuckDB is not installed, so it is omitted", file=sys.stderr)
        del parsers["DuckDB, 1 thread"]
    writers = {
        "flint": [CSV_BENCH, "write", path, str(count)],
        "Python csv": [*peer, "csv-write", path, str(count)],
    }
    rows = []
    for title, limit, commands in (
        (f"parse {size:.1f} MB of CSV, {count:,} rows", 0.20, parsers),
        (f"write {count:,} rows of CSV", 0.5, writers),
    ):
        runs = take_turns(commands, ROUNDS)
        totals = {re.match(r"\d+ records", run.output)[0] for name in runs for run in runs[name]}
        if len(totals) != 1:
            sys.exit(f"measure: {title}: different numbers of records: {totals}")
        taken = {name: median(map(seconds_in, runs[name])) for name in runs}
        mine = taken.pop("flint")
        target = f"{limit:.2f} s: {verdict(mine <= limit)}" if count == MILLION else ""
        rows.append(Row(title, f"{mine:.3f} s", target=target))
        for name, theirs in taken.items():
            rows.append(
                Row("  beside", f"{mine:.3f} s", name, f"{theirs:.3f} s", compared(theirs / mine))
            )
        peak = max(run.peak for run in runs["flint"]) / MIB
        rows.append(
            Row("  peak memory", f"{peak:.1f} MiB", target=f"16 MiB: {verdict(peak <= 16)}")
        )
    os.remove(path)
    return rows


def sqlite_import(path, file):
    """Returns a command that imports the same file with a unique index and one of time."""
    return [
        "/bin/sh", "-c",
        f"""sqlite3 '{path}' "CREATE TABLE spark (key TEXT, title TEXT, category TEXT, intensity TEXT,
          at TEXT, notes TEXT, tags TEXT, estimated INT, actual INT);
          CREATE UNIQUE INDEX spark_key ON spark (key); CREATE INDEX spark_at ON spark (at);" \\
          ".mode csv" ".import --skip 1 '{file}' spark" """,
    ]  # fmt: skip


def transfer(count):
    """Import into a new profile, import of the same file again, export."""
    file = os.path.join(FOLDER, "history.csv")
    path = os.path.join(FOLDER, "import.db")
    make_sparks_csv.make(count, file, "history")
    size = os.path.getsize(file) / 1e6
    flint = [FLINT, "import", "--quiet", "--db", path, *NEW_PROFILE, file]
    runs = take_turns({"flint": flint, "sqlite3": sqlite_import(path, file)}, ROUNDS, path)
    first = middle(runs["flint"], "seconds")
    theirs = middle(runs["sqlite3"], "seconds")
    is_full = count == MILLION
    rows = [
        Row(
            f"import {size:.1f} MB, {count:,} sparks, all rules",
            f"{first:.2f} s", "sqlite3 .import, two indexes", f"{theirs:.2f} s",
            compared(theirs / first),
            f"1.3 × its time: {verdict(first <= 1.3 * theirs)}" if is_full else "",
        ),
        peak_row(runs["flint"], 96),
    ]  # fmt: skip
    growing.remove(path)
    run(*flint)
    again = take_turns({"flint": flint}, ROUNDS)["flint"]
    seconds = middle(again, "seconds")
    rows.append(
        Row(
            "import the same file again", f"{seconds:.2f} s", "the first time", f"{first:.2f} s",
            compared(first / seconds),
            f"0.5 × that: {verdict(seconds <= 0.5 * first)}" if is_full else "",
        )
    )  # fmt: skip
    out = os.path.join(FOLDER, "out.csv")
    query = (
        "SELECT at, title, category, intensity, notes, tags, estimated, actual, key FROM spark "
        "ORDER BY at"
    )
    commands = {
        "flint": [FLINT, "export", "sparks", "--quiet", "--force", "--db", path, "-o", out],
        "sqlite3": ["/bin/sh", "-c", f"sqlite3 -csv -header '{path}' '{query}' > '{out}'"],
    }
    runs = take_turns(commands, ROUNDS)
    mine, theirs = middle(runs["flint"], "cpu"), middle(runs["sqlite3"], "cpu")
    rows += [
        Row(
            f"export {count:,} sparks (CPU)", f"{mine:.2f} s", "sqlite3 -csv", f"{theirs:.2f} s",
            compared(theirs / mine),
            f"0.75 × its time: {verdict(mine <= 0.75 * theirs)}" if is_full else "",
        ),
        peak_row(runs["flint"], 96),
    ]  # fmt: skip
    growing.remove(path)
    for name in (file, out):
        os.remove(name)
    return rows + mapped(count)


ENTRY_MAPPING = """
return {kind = "entry", columns = {tracker = {value = "T"}, at = "at", number = "value"}}
"""


def make_entries(count, path):
    """Writes a table of numbers at times of about nine years, in the order of time."""
    start, span = 1_420_070_400, 300_000_000
    with open(path, "w") as file:
        file.write("at,value\n")
        for row in range(count):
            at = time.gmtime(start + span * row // count)
            file.write(f"{time.strftime('%Y-%m-%dT%H:%M:%S', at)},{row * 7919 % 100_000 / 100}\n")


def mapped(count):
    """Import of a table of numbers by a mapping to entries of one tracker, and of the same again."""
    file = os.path.join(FOLDER, "entries.csv")
    mapping = os.path.join(FOLDER, "entries.lua")
    path = os.path.join(FOLDER, "entries.db")
    make_entries(count, file)
    with open(mapping, "w") as text:
        text.write(ENTRY_MAPPING)
    flint = [FLINT, "import", "--quiet", "--db", path, *NEW_PROFILE, "--map", mapping, file]
    sqlite = [
        "/bin/sh", "-c",
        f"""sqlite3 '{path}' "CREATE TABLE entry (at TEXT, value REAL);
          CREATE UNIQUE INDEX entry_key ON entry (at, value); CREATE INDEX entry_at ON entry (at);" \\
          ".mode csv" ".import --skip 1 '{file}' entry" """,
    ]  # fmt: skip
    again = [FLINT, "import", "--quiet", "--db", path, "--map", mapping, file]
    runs = {"sqlite3": [], "flint": [], "again": []}
    for _ in range(ROUNDS):
        for name, command in (("sqlite3", sqlite), ("flint", flint), ("again", again)):
            # The repetition follows its first import.
            if name != "again":
                growing.remove(path)
            os.sync()
            runs[name].append(run(*command))
    growing.remove(path)
    for name in (file, mapping):
        os.remove(name)
    first, theirs = middle(runs["flint"], "cpu"), middle(runs["sqlite3"], "cpu")
    repeated = middle(runs["again"], "cpu")
    is_full = count == MILLION
    return [
        Row(
            f"import {count:,} mapped entries (CPU)", f"{first:.2f} s", "sqlite3 .import, two indexes",
            f"{theirs:.2f} s", compared(theirs / first),
            f"3 × its time: {verdict(first <= 3 * theirs)}" if is_full else "",
        ),
        peak_row(runs["flint"], 128),
        Row(
            "import the same entries again (CPU)", f"{repeated:.2f} s", "the first time",
            f"{first:.2f} s", compared(first / repeated),
            f"0.5 × that: {verdict(repeated <= 0.5 * first)}" if is_full else "",
        ),
        peak_row(runs["again"], 128),
    ]  # fmt: skip


def apps(count):
    """Imports of files of apps, a tenth of the rows each, and of the same files again."""
    count //= 10
    folder = os.path.join(FOLDER, "apps")
    path = os.path.join(FOLDER, "apps.db")
    measured = []
    for name, source in make_app_files.make(folder, count).items():
        flint = [FLINT, "import", "--quiet", "--db", path, *NEW_PROFILE, source]
        runs = take_turns({"flint": flint}, ROUNDS, path)["flint"]
        growing.remove(path)
        run(*flint)
        again = middle(take_turns({"flint": flint}, ROUNDS)["flint"], "seconds")
        growing.remove(path)
        first = middle(runs, "seconds")
        measured += [
            Row(
                f"import {count:,} rows of {name}", f"{first:.2f} s", "the same file again", f"{again:.2f} s",
                compared(again / first), "",
            ),
            peak_row(runs, 96),
        ]  # fmt: skip
    shutil.rmtree(folder)
    return measured


def rows(count):
    """csv.rows in a script: five fields a row, by name, by position and as plain values."""
    file = os.path.join(FOLDER, "five.csv")
    with open(file, "w") as five:
        five.write("at,title,category,intensity,notes\n")
        for number in range(count):
            five.write(f"2026-03-01T10:00:00Z,Title {number % 997},idea,high,a note\n")
    script = os.path.join(HERE, "rows.lua")
    command = [FLINT, "run", "--quiet", "--scratch", "--allow-read", FOLDER, script, "--", file]
    outputs = [run(*command).output for _ in range(ROUNDS)]
    os.remove(file)
    table = []
    for mode, limit in (("name", 700), ("position", None), ("values", 400)):
        taken = [float(re.search(rf"{mode} \d+ ([\d.]+) s", text)[1]) for text in outputs]
        cost = median(taken) / count * 1e9
        target = f"{limit} ns: {verdict(cost <= limit)}" if limit else ""
        table.append(Row(f"csv.rows by {mode}, a row of five fields", f"{cost:.0f} ns", target=target))
    return table


# 939 sparks a year, of all categories and intensities.
YEAR_PLAN = """
return {players = 256, days = 365, measure = {"points", "cards", "missions"},
  policy = {sparks = {3, 3, 3, 2, 2, 2, 3}}}
"""
YEAR_SCRIPT = """
local categories = {"decision", "energy", "idea", "experiment", "challenge"}
local intensities = {"low", "medium", "high", "extreme"}
function day(player, today)
  for _ = 1, today.number % 7 < 4 and 3 or 2 do
    spark.add{title = "s", category = categories[math.random(5)],
      intensity = intensities[math.random(4)]}
  end
end
return {players = 256, days = 365, measure = {"points", "cards", "missions"}}
"""
# The same sparks, returned as a list.
YEAR_LISTS = """
local categories = {"decision", "energy", "idea", "experiment", "challenge"}
local intensities = {"low", "medium", "high", "extreme"}
local random = math.random
function day(player, today)
  local list = {}
  for i = 1, today.number % 7 < 4 and 3 or 2 do
    list[i] = {category = categories[random(5)], intensity = intensities[random(4)]}
  end
  return list
end
return {players = 256, days = 365, measure = {"points", "cards", "missions"}}
"""


def years(_):
    """Player-years under the full rules. The cost of one is the difference between two runs, of many
    players and of few, so that starting does not count. All but the threads is CPU time."""
    plans = {}
    for name, text in (("policy", YEAR_PLAN), ("script", YEAR_SCRIPT), ("lists", YEAR_LISTS)):
        plans[name] = os.path.join(FOLDER, name + ".lua")
        with open(plans[name], "w") as file:
            file.write(text)
    peer = os.path.join(HERE, "peers", "years_peer.lua")
    native, full = (os.path.join(FOLDER, name) for name in ("years_peer", "years_full_peer"))
    compiler = shutil.which("gcc") or shutil.which("cc") or shutil.which("clang")
    for program in (native, full):
        source = os.path.join(HERE, "peers", os.path.basename(program) + ".c")
        run(compiler, "-O2", "-o", program, source)
    few, many = 256, 8 * 256

    def simulate(plan, players, *options):
        return [FLINT, "simulate", plans[plan], "--quiet", "--players", str(players), *options]

    check_full_peer(full, simulate("policy", many, "--shard", "1/1", "-o", "-"), many)
    commands = {}
    for players in (few, many):
        for name in ("script", "lists"):
            commands[name, players] = simulate(name, players, "--threads", "1")
        commands["two", players] = simulate("policy", players * 8, "--threads", "2")
        commands["one", players] = simulate("policy", players * 8, "--threads", "1")
        commands["LuaJIT", players] = [shutil.which("luajit"), peer, str(players * 8)]
        commands["Lua", players] = [shutil.which("lua5.4"), peer, str(players)]
        commands["C", players] = [native, str(players * 16)]
        commands["full C", players] = [full, str(players * 16)]
    commands["memory", 0] = simulate("policy", 100_000, "--threads", "2")
    runs = take_turns(commands, 3)

    def each(name, factor=1, field="cpu"):
        """Returns the microseconds for each player."""
        much, little = middle(runs[name, many], field), middle(runs[name, few], field)
        return (much - little) / (many - few) / factor * 1e6

    policy, script, lists = each("one", 8), each("script"), each("lists")
    threads = each("one", 8, "seconds") / each("two", 8, "seconds")
    limits = {"full C": 3, "LuaJIT": 0.9}

    def limit(name, ratio):
        if name not in limits:
            return ""
        return f"{limits[name]} ×: {verdict(ratio <= limits[name])}"

    peers = (
        ("full C", "C, all rules", 16), ("C", "C, without missions", 16),
        ("LuaJIT", "LuaJIT, without missions", 8), ("Lua", "Lua, without missions", 1),
    )  # fmt: skip
    rows = [
        Row("a player-year, full rules, 939 sparks", f"{policy:.0f} µs"),
        *(
            Row(
                "  beside", f"{policy:.0f} µs", label,
                f"{each(name, factor):.0f} µs", compared(each(name, factor) / policy),
                limit(name, policy / each(name, factor)),
            )
            for name, label, factor in peers
        ),
        Row(
            "the same, scripted, returned as lists", f"{lists:.0f} µs", "the built-in one",
            f"{policy:.0f} µs", compared(policy / lists), f"5 ×: {verdict(lists <= 5 * policy)}",
        ),
        Row(
            "the same, scripted, a call a spark", f"{script:.0f} µs", "the built-in one",
            f"{policy:.0f} µs", compared(policy / script),
        ),
        Row("two threads", f"{threads:.2f} × one", target=f"1.9 ×: {verdict(threads >= 1.9)}"),
    ]  # fmt: skip
    return [*rows, peak_row(runs["memory", 0], 100)]


def check_full_peer(peer, shard, players):
    """Ends the benchmark where the peer by the full rules has other sums than Flint with the same draws."""
    theirs = run(peer, str(players), "philox").output.split()[1::2]
    tallies = json.loads(run(*shard).output)["tallies"][0]
    ours = [tally["sum"] for tally in tallies]
    if ours != theirs:
        sys.exit(f"measure: with the same draws the sums of the peer are {theirs}, not {ours}")


def dask(_):
    """A plan in shards: in one process, through GNU parallel, and on dask; the same bytes each time."""
    plan = os.path.join(FOLDER, "shards.lua")
    with open(plan, "w") as file:
        file.write(YEAR_PLAN.replace("players = 256", "players = 8192"))
    cluster = os.path.join(HERE, "..", "cluster")
    whole = [FLINT, "simulate", plan, "--quiet", "--format", "json", "--threads", "2"]
    adapter = [sys.executable, os.path.join(cluster, "dask_adapter.py"), "--flint", FLINT]
    commands = {
        "one process": whole,
        "GNU parallel": ["/usr/bin/env", f"FLINT={FLINT}", os.path.join(cluster, "parallel"), plan, "2", "json"],
        "dask": ["/usr/bin/env", f"PYTHONPATH={DASK}", *adapter, plan, "2", "--format", "json"],
    }  # fmt: skip
    runs = take_turns(commands, 3)
    if len({run.output for each in runs.values() for run in each}) != 1:
        sys.exit("measure: the merged shards differ from the output of one process")
    taken = {name: middle(runs[name], "seconds") for name in commands}
    mine = taken["one process"]
    return [
        Row(
            "8,192 player-years, two threads" if name == "GNU parallel" else "  beside",
            f"{mine:.2f} s", f"{name}, two shards", f"{taken[name]:.2f} s",
            compared(taken[name] / mine),
        )
        for name in ("GNU parallel", "dask")
    ]  # fmt: skip


def population(sparks):
    """Ten events for each spark of the other benchmarks, of players with a hundred each; peers add up base points."""
    players = max(1, sparks // 10)
    events = os.path.join(FOLDER, "events.jsonl")
    maker = os.path.join(HERE, "..", "..", "examples", "cluster", "make_events.py")
    with open(events, "w") as file:
        subprocess.run([sys.executable, maker, str(players), "100"], stdout=file, check=True)
    totals = os.path.join(FOLDER, "totals.jsonl")
    peer = ["/usr/bin/env", f"PYTHONPATH={POPULATION}", sys.executable, os.path.join(HERE, "peers", "population_peer.py")]
    commands = {
        "flint": [FLINT, "replay", "--population", events, "--rules", "ignition", "--threads", "2", "--force", "--totals", totals],
        "DuckDB": [*peer, "duckdb", events],
        "pandas": [*peer, "pandas", events],
    }
    runs = take_turns(commands, 3)
    if runs["DuckDB"][0].output != runs["pandas"][0].output:
        sys.exit("measure: the peers of population differ")
    with open(totals, "rb") as file:
        if sum(1 for _ in file) != players:
            sys.exit(f"measure: there are not totals of {players} players")
    seconds = {name: middle(runs[name], "seconds") for name in commands}
    mine = seconds["flint"]
    goal = f"25 s: {verdict(mine <= 25)}" if sparks == MILLION else ""
    name = f"replay of {players * 100:,} events, totals"
    return [
        Row(name, f"{mine:.2f} s", "pandas, base points", f"{seconds['pandas']:.2f} s", compared(seconds["pandas"] / mine), goal),
        Row("  beside", f"{mine:.2f} s", "DuckDB, base points", f"{seconds['DuckDB']:.2f} s", compared(seconds["DuckDB"] / mine)),
        peak_row(runs["flint"], 64),
    ]  # fmt: skip


# The questions of scripts/bench/peers/odds_peer.py, by the ids of its laws, and those that it has no model for.
POOLS = {
    "any-5-fresh": "character --goal first:legendary",
    "featured-fresh": "character",
    "featured-since-63": "character --state pity.legendary=63",
    "featured-7-fresh": "character --goal featured*7",
    "featured-7-since-63-guaranteed": "character --goal featured*7 --state pity.legendary=63,guaranteed",
    "chosen-path-2-0-free-0": "weapons --goal card:blade",
    "chosen-5-path-1": "weapons-path-1 --goal card:blade*5",
    "featured-5-ceiling-none": "single --goal card:hero*5",
    "featured-in-90-fresh": "character --rolls 90",
    "featured-in-180-fresh": "character --rolls 180",
    "featured-in-500-fresh": "character --rolls 500",
    "two-characters-one-weapon-fresh": "--goal character/featured*2,weapons-path-1/card:blade",
    "featured-1-at-200-points-0": "exchange --goal card:hero",
    "five-cards-of-one-table": "set --goal all:legendary",
}  # fmt: skip
NO_MODEL = {
    "a ceiling at 330 once, eleven for ten": "summon.lua queen --bundles",
    "packs of slots, of which some are rare": "packs.lua forest --goal first:legendary",
    "packs with duplicate protection": "tavern.lua tavern --goal all:legendary",
    "a box without replacement": "boxes.lua lots --goal all:legendary",
    "an order that carries a guarantee on": "banner.lua --goal character/card:hermit,character/featured",
}  # fmt: skip


def odds(_):
    """Laws of pools beside GGanalysis: the time that each takes beyond its start, and that of one with it."""
    peer = [sys.executable, os.path.join(HERE, "peers", "odds_peer.py")]
    options = ["odds", "pool", "--format", "json", "--rules"]
    pools = os.path.join(HERE, "pools.lua")
    commands = {law: [FLINT, *options, pools, *line.split()] for law, line in POOLS.items()}
    # A process that starts, reads the rulebook and has nothing to compute: all cards are owned.
    commands["start"] = [FLINT, *options, pools, "single", "--goal", "complete", "--state", "owned=page+hero"]
    worlds = os.path.join(HERE, "..", "..", "examples", "worlds")
    for name, line in NO_MODEL.items():
        commands[name] = [FLINT, *options, *os.path.join(worlds, line).split()]
    has_peer = os.spawnv(os.P_WAIT, sys.executable, [*peer, "has-gganalysis"]) == 0
    if has_peer:
        commands["peer"] = [*peer, "start"]
    else:
        print("note: GGanalysis is not installed, so it is omitted", file=sys.stderr)
    runs = take_turns(commands, ROUNDS)
    taken = {name: middle(runs[name], "seconds") for name in commands}
    answers = {name: json.loads(runs[name][0].output) for name in commands if name != "peer"}
    theirs = {}
    if has_peer:
        for line in run(*peer, str(ROUNDS)).output.splitlines():
            if found := re.match(r"(\S+) mean (\S+) first (\S+) median (\S+)$", line):
                theirs[found[1]] = [float(text) for text in found.groups()[1:]]
    rows = []
    for law in POOLS:
        answer = answers[law]
        mean = answer["prizes"][0]["mean"] if "prizes" in answer else answer["mean"]
        # Below a millisecond, the difference of two processes says nothing.
        mine = taken[law] - taken["start"]
        is_measured = mine >= 0.001
        target = f"0.10 s: {verdict(taken[law] <= 0.1)}"
        row = Row(law, f"{mine * 1000:.1f} ms" if is_measured else "< 1 ms", target=target)
        if law in theirs:
            expected, first, _ = theirs[law]
            if abs(mean - expected) > 1e-6 * expected:
                sys.exit(f"measure: {law}: flint has a mean of {mean}, its peer {expected}")
            row = row._replace(
                peer="GGanalysis",
                theirs=f"{first * 1000:.1f} ms",
                ratio=compared(first / mine) if is_measured else "",
            )
        rows.append(row)
    if has_peer:
        mine = taken["featured-fresh"]
        rows.append(
            Row(
                "featured-fresh, start included", f"{mine * 1000:.1f} ms",
                "GGanalysis", f"{taken['peer'] * 1000:.1f} ms",
                compared(taken["peer"] / mine),
            )
        )  # fmt: skip
    for name in NO_MODEL:
        if not answers[name]["exact"]:
            sys.exit(f"measure: {name}: estimated")
        target = f"0.10 s: {verdict(taken[name] <= 0.1)}"
        rows.append(
            Row(
                f"{name}, start included", f"{taken[name] * 1000:.1f} ms", "GGanalysis", "no model",
                target=target,
            )
        )  # fmt: skip
    return rows


def report(count):
    """Reports of a year of everything, of a year of many sparks, and of one of many events of every subject,
    compared with matplotlib, which draws most of the same pictures from exported tables."""
    limit = 1.5 if count == MILLION else None
    examples = os.path.join(HERE, "..", "..", "examples")
    year = report_tables("year", "Europe/Rome", os.path.join(examples, "year.lua"))
    measured = compare_reports("report of a year", "year", *year, 0.2)
    mixed = report_tables("mixed", "UTC", os.path.join(HERE, "mixed.lua"), str(count))
    measured += compare_reports(f"report of {count:,} events of every subject", "year", *mixed, limit)

    many = os.path.join(FOLDER, "many")
    path = os.path.join(many, "profile.db")
    os.mkdir(many)
    file = os.path.join(many, "history.csv")
    make_sparks_csv.make(count, file, "year")
    run(FLINT, "import", "--quiet", "--db", path, *NEW_PROFILE, file)
    os.remove(file)
    now = ["--db", path, "--now", "2026-01-01T12:00"]
    run(FLINT, "export", "sparks", "--quiet", *now, "-o", os.path.join(many, "sparks.csv"))
    return measured + compare_reports(f"report of {count:,} sparks", "sparks", many, now, limit)


def report_tables(name, zone, script, *arguments):
    """Records a script's year in a profile and exports its tables; returns their folder, and the options
    that select the profile."""
    folder = os.path.join(FOLDER, name)
    os.mkdir(folder)
    now = ["--db", os.path.join(folder, "profile.db"), "--now", "2026-01-01T12:00"]
    new = ["--create", "--seed", "2025", "--zone", zone]
    run(FLINT, "run", "--quiet", *new, *now, script, "--", *arguments)
    tables = ("days", "sparks", "habits", "tasks", "cards", "missions", "activities", "achievements")
    for table in tables:
        run(FLINT, "export", table, "--quiet", *now, "-o", os.path.join(folder, table + ".csv"))
    return folder, now


def compare_reports(title, mode, folder, options, limit):
    """Measures reports of everything beside the peer's, whose numbers have to be equal to those of the page."""
    page = os.path.join(folder, "report.html")
    drawn = os.path.join(folder, "peer.html")
    peer = os.path.join(HERE, "peers", "report_peer.py")
    commands = {
        "flint": [FLINT, "report", "all", "--language", "en", "--on", "2025", *options, "-o", page],
        "matplotlib": [sys.executable, peer, mode, folder, drawn],
    }
    first = take_turns(commands, 1)
    compared_numbers = check_same_numbers(page, first["matplotlib"][0].output)
    runs = take_turns(commands, ROUNDS)
    pictures = {}
    # Flint's pictures may continue in further segments.
    for name, file, mark in (("flint", page, ' role="img"'), ("matplotlib", drawn, "<svg ")):
        with open(file, encoding="utf-8") as text:
            pictures[name] = text.read().count(mark)
    print(
        f"check: {title}: {compared_numbers:,} numbers are equal; pictures: {pictures['flint']}, "
        f"peer {pictures['matplotlib']}; page: {os.path.getsize(page) / 1024:.0f} KiB\n",
        flush=True,
    )
    rows = []
    for name, field in ((title, "seconds"), ("  CPU time", "cpu")):
        mine, theirs = (middle(runs[each], field) for each in ("flint", "matplotlib"))
        target = f"{limit} s: {verdict(mine <= limit)}" if limit and field == "seconds" else ""
        rows.append(
            Row(name, f"{mine:.3f} s", "matplotlib", f"{theirs:.2f} s", compared(theirs / mine), target)
        )
    theirs = max(run.peak for run in runs["matplotlib"]) / MIB
    memory = peak_row(runs["flint"], 128)
    shutil.rmtree(folder)
    return [*rows, memory._replace(peer="matplotlib", theirs=f"{theirs:.0f} MiB")]


def check_same_numbers(path, output):
    """Checks that the facts and the tables of a page have the numbers that the peer printed; returns how
    many there are. The last digit of a rounded number may differ by one."""

    def number(text):
        """Returns a number as it is shown, and what it may differ by."""
        if not text:
            return 0, 0
        digits = re.match(r"[\d,.]+", text)[0].replace(",", "")
        is_rounded = "." in digits or "%" in text
        return float(digits), 10.0 ** -len(digits.partition(".")[2]) if is_rounded else 0

    with open(path, encoding="utf-8") as file:
        page = file.read()
    shown = {}
    for name, value in re.findall(r"<dt>(.*?)</dt><dd>(.*?)</dd>", page):
        shown.setdefault(name, value)
    figures = re.findall(r"<figcaption>(.*?)</figcaption>(.*?)</figure>", page, re.DOTALL)
    tables = {
        title: [row.split("<td>")[1:] for row in re.findall(r'<tr><th scope="row">(.*)', figure)]
        for title, figure in figures
    }
    facts, expected = json.loads(output.splitlines()[-1])
    pairs = [(name, shown[name], value) for name, value in facts.items()]
    for title, rows in expected.items():
        if len(rows) != len(tables[title]):
            sys.exit(f"measure: {title}: flint has {len(tables[title])} rows, its peer {len(rows)}")
        # The peer may have fewer columns.
        for mine, theirs in zip(tables[title], rows):
            pairs += [(title, text, value) for text, value in zip(mine, theirs)]
    for name, text, value in pairs:
        mine, tolerance = number(text)
        if abs(mine - value) > tolerance:
            sys.exit(f"measure: {name}: flint has {text or 0}, its peer {value}")
    return len(pairs)


def peak_row(runs, limit):
    peak = max(run.peak for run in runs) / MIB
    return Row("  peak memory", f"{peak:.0f} MiB", target=f"{limit} MiB: {verdict(peak <= limit)}")


def growth(_):
    """Jobs with 10,000, 100,000 and 1,000,000 events, whose time may not grow faster than they do."""
    jobs, grown = growing.growth(run, FLINT, FOLDER, HERE)
    return [
        Row(
            f"growth of {jobs} jobs from 100,000 to 1,000,000 events",
            f"{jobs - len(grown)} at most {growing.LIMIT} ×",
            target="all: " + verdict(not grown) + (f" ({', '.join(grown)})" if grown else ""),
        )
    ]


# ---------------------------------------------------------------- the table


def machine():
    with open("/proc/cpuinfo") as info:
        model = re.search(r"model name\s*: (.*)", info.read())
    cores = len(os.sched_getaffinity(0))
    load = os.getloadavg()[0]
    return (
        f"{model[1] if model else platform.machine()}, {cores} cores, "
        f"Python {platform.python_version()}; load before: {load:.1f}"
    )


def table(rows):
    rows = [Row("benchmark", "flint", "peer", "peer's", "flint is", "target"), *rows]
    widths = [max(map(len, column)) for column in zip(*rows)]
    for row in rows:
        cells = [
            cell.rjust(width) if index in (1, 3, 4) else cell.ljust(width)
            for index, (cell, width) in enumerate(zip(row, widths))
        ]
        print("  ".join(cells).rstrip())


if __name__ == "__main__":
    benchmarks = {
        "fold": fold,
        "script": script,
        "start": start,
        "host": host,
        "status": status,
        "mixed": mixed,
        "changes": changes,
        "csv": csv,
        "import": transfer,
        "apps": apps,
        "rows": rows,
        "years": years,
        "dask": dask,
        "population": population,
        "odds": odds,
        "report": report,
        "growth": growth,
    }
    if len(sys.argv) < 5 or not set(sys.argv[4:]) <= set(benchmarks):
        sys.exit(__doc__)
    BINARIES, FOLDER = sys.argv[1:3]
    FLINT = os.path.join(BINARIES, "flint")
    FOLD_BENCH = os.path.join(BINARIES, "fold-bench")
    CSV_BENCH = os.path.join(BINARIES, "csv-bench")
    HOST_BENCH = os.path.join(BINARIES, "host-bench")
    DASK = os.path.join(os.path.dirname(BINARIES), "peers-dask")
    POPULATION = os.path.join(os.path.dirname(BINARIES), "peers-population")
    # The CSV module, the host, odds, reports, populations, changes and growth are measured without the rest.
    alone = {"csv": (CSV_BENCH,), "host": (HOST_BENCH,)}
    alone |= dict.fromkeys(("odds", "report", "population", "changes", "growth"), (FLINT,))
    every = (FLINT, FOLD_BENCH, CSV_BENCH, HOST_BENCH)
    for binary in alone.get(" ".join(sys.argv[4:]), every):
        if not os.access(binary, os.X_OK):
            sys.exit(f"measure: {binary}: not built")
    print(f"machine: {machine()}", flush=True)
    measured = []
    for name in sys.argv[4:]:
        print(f"measuring {name}…", file=sys.stderr, flush=True)
        measured += benchmarks[name](int(sys.argv[3]))
    table(measured)
