"""The checks of check-engines: parallel, dask or spark; each prints a line, and the status is 1 if one fails.

    python3 check_engines.py FLINT FOLDER parallel|dask|spark [MASTER]

Every engine replays the same players in 1, 3 and 8 partitions, and gives the bytes of one flint process.
Then a process of the engine is killed in the middle of a task.
"""

import contextlib
import itertools
import os
import pathlib
import random
import signal
import subprocess
import sys
import threading
import time

import dask_population
import population
import shards
import spark_adapter
import spark_population

HERE = pathlib.Path(__file__).resolve().parent
EVENTS = HERE.parents[1] / "examples/cluster/make_events.py"
# More than a task gives back at a time, with this number of events each.
PLAYERS = ("2500", "6")
PARTITIONS = (1, 3, 8)
KILLED_PARTITIONS = 3
# Seconds until a task to kill has started.
PATIENCE = 60

# A filter whose first process writes half a line and waits to be killed; later ones are flint.
WAITING = """#!/bin/sh
echo run >>"{folder}/runs"
if mkdir "{folder}/first" 2>/dev/null; then
  printf '{{"player":"half'
  echo $$ >"{folder}/pid.new" && mv "{folder}/pid.new" "{folder}/pid"
  exec sleep 300
fi
exec "{flint}" "$@"
"""
PLAN = 'return {seed = 5, players = 1500, days = 3, measure = {"points", "sparks until first:rare"}}\n'


class Checks:
    """What one flint process wrote, and what has been compared with it."""

    def __init__(self, flint, folder):
        self.flint = flint
        self.folder = pathlib.Path(folder)
        self.failures = 0
        self.rules = self.folder / "rules.lua"
        self.rules.write_text('return {id = "sent", extends = "ignition"}\n')
        self.events = self.folder / "events.jsonl"
        self.mixed = self.folder / "mixed.jsonl"
        self.plan = self.folder / "plan.lua"
        self.plan.write_text(PLAN)
        self.write_events()
        self.expected = {kind: self.single(f"--{kind}") for kind in ("totals", "tallies")}

    def write_events(self):
        """Writes players and lines that are rejected; in one file players are together, in the other not."""
        made = subprocess.run([sys.executable, EVENTS, *PLAYERS], capture_output=True, check=True)
        lines = made.stdout.splitlines(keepends=True)
        players = [list(group) for _, group in itertools.groupby(lines, population.player_of)]
        rejected = [b"no JSON\n", b'{"player":"p000020","kind":"spark"}\n', b'{"kind":"spark"}\n']
        players[19] += rejected
        self.events.write_bytes(b"".join(itertools.chain(*players)))
        # Of any player the next line, so that the order within a player is the same.
        turns = [number for number, player in enumerate(players) for _ in player]
        random.Random(1).shuffle(turns)
        rest = [iter(player) for player in players]
        self.mixed.write_bytes(b"".join(next(rest[number]) for number in turns))

    def single(self, *options):
        """Returns the totals, or merged tallies, and the rejected lines of one process."""
        output, rejects = self.folder / "single", self.folder / "single.rejects"
        command = [self.flint, "replay", "--population", "--quiet", "--rules", self.rules, *options, output]
        command += ["--rejects", rejects, "--force", "--allow-rejects", self.events]
        # The summary is not wanted.
        subprocess.run(command, stdout=subprocess.DEVNULL, check=True)
        if "--tallies" in options:
            merge = [self.flint, "simulate", "--format", "json", "--merge", output]
            result = subprocess.run(merge, capture_output=True, check=True).stdout
        else:
            result = ordered(output.read_bytes())
        lines = rejects.read_bytes().splitlines(keepends=True)
        return result, ordered(b"".join(population.NUMBER.sub(b"{", line) for line in lines))

    def expect(self, name, is_as_expected, note=""):
        """Prints one check."""
        self.failures += not is_as_expected
        print(f"{'ok    ' if is_as_expected else 'FAILED'}  {name}{note}", flush=True)

    def compare(self, name, kind, replay, *words, flint=None):
        """Runs an adapter, and compares its output and the rejected lines with those of one process."""
        output, rejects = self.folder / "output", self.folder / "rejects"
        for file in (output, rejects):
            file.unlink(missing_ok=True)
        options = [
            "--flint", flint or self.flint, "--output", output, "--rejects", rejects, "--allow-rejects",
            *(["--tallies"] if kind == "tallies" else []),
        ]  # fmt: skip
        start = time.monotonic()
        try:
            status = replay([str(word) for word in (*words, *options)])
            is_equal = (output.read_bytes(), rejects.read_bytes()) == self.expected[kind]
        except Exception as error:
            print(f"{type(error).__name__}: {error}", file=sys.stderr)
            status, is_equal = 1, False
        seconds = time.monotonic() - start
        self.expect(f"{name}, {kind}", status == 0 and is_equal, f": the same bytes as one process ({seconds:.1f} s)")

    def compare_all(self, name, replay, words):
        """Compares totals and tallies in several partitions; words of a number of partitions are the input."""
        for count, kind in itertools.product(PARTITIONS, ("totals", "tallies")):
            self.compare(f"{name}, {count} partition{'s' * (count > 1)}", kind, replay, *words(count))

    def compare_killed(self, name, replay, words, victim):
        """Kills a process in the middle of a task, and compares; the victim is found from that of the filter."""
        folder = self.folder / f"killed-{name.replace(' ', '-')}"
        folder.mkdir()
        waiting = folder / "flint"
        waiting.write_text(WAITING.format(folder=folder, flint=self.flint))
        waiting.chmod(0o755)
        killed = []

        def kill():
            deadline = time.monotonic() + PATIENCE
            while not (folder / "pid").exists():
                if time.monotonic() > deadline:
                    return
                time.sleep(0.05)
            killed.append(victim(int((folder / "pid").read_text())))
            os.kill(killed[0], signal.SIGKILL)

        killer = threading.Thread(target=kill, daemon=True)
        killer.start()
        self.compare(f"{name} killed (kill -9)", "totals", replay, *words(KILLED_PARTITIONS), flint=waiting)
        killer.join()
        runs = (folder / "runs").read_text().count("\n") if killed else 0
        note = f": process {killed[0]}; {runs} runs of the filter for {KILLED_PARTITIONS} partitions" if killed else ": no task started"
        self.expect(f"{name} killed, its task run again", runs > KILLED_PARTITIONS, note)


def ordered(lines):
    return b"".join(sorted(lines.splitlines(keepends=True)))


def ancestors(pid):
    """Yields a process and those that it descends from."""
    while pid > 1:
        yield pid
        with contextlib.suppress(FileNotFoundError):
            status = pathlib.Path(f"/proc/{pid}/stat").read_text()
            # The name of the program, in parentheses, may have blanks.
            pid = int(status.rpartition(")")[2].split()[1])
            continue
        return


def itself(pid):
    return pid


def parallel(checks):
    adapter = HERE / "parallel_population"

    def replay(words):
        return subprocess.run([adapter, *words], check=False).returncode

    def words(count):
        return checks.events, checks.rules, count

    checks.compare_all("GNU parallel", replay, words)
    checks.compare_killed("GNU parallel: flint", replay, words, itself)


def dask(checks):
    import logging

    from dask.distributed import Client, LocalCluster

    def words(count):
        # Several blocks, which players lie across.
        return checks.rules, checks.mixed, "--partitions", count, "--block-size", "400kB"

    # A killed worker is told of at length.
    logging.getLogger("distributed").setLevel(logging.CRITICAL)
    cluster = LocalCluster(
        n_workers=2, threads_per_worker=1, host="127.0.0.1", dashboard_address=None,
        local_directory=str(checks.folder), silence_logs=logging.CRITICAL,
    )  # fmt: skip
    with cluster, Client(cluster) as client:

        def replay(words):
            return dask_population.replay(client, population.parse(dask_population.parser(), words))

        def worker(pid):
            workers = {nanny.process.pid for nanny in cluster.workers.values()}
            return next(pid for pid in ancestors(pid) if pid in workers)

        checks.compare_all("dask", replay, words)
        checks.compare_killed("dask: flint", replay, words, itself)
        checks.compare_killed("dask: worker", replay, words, worker)


def spark(checks, master="local-cluster[2,1,1024]"):
    from pyspark.sql import SparkSession

    def words(engine):
        return lambda count: (
            checks.rules, checks.mixed, "--engine", engine, "--partitions", count
        )  # fmt: skip

    settings = {
        "spark.driver.bindAddress": "127.0.0.1",
        "spark.driver.host": "127.0.0.1",
        "spark.ui.enabled": "false",
        "spark.ui.showConsoleProgress": "false",
        "spark.local.dir": str(checks.folder),
        "spark.sql.warehouse.dir": str(checks.folder / "warehouse"),
        # So that the input has several partitions, which players lie across.
        "spark.sql.files.maxPartitionBytes": "400000",
        "spark.executor.memory": "512m",
    }
    session = SparkSession.builder.master(master).config(map=settings).getOrCreate()
    name = f"Spark {session.version}"
    print(f"        {name} with master {session.sparkContext.master}", flush=True)

    def replay(words):
        return spark_population.replay(session, population.parse(spark_population.parser(), words))

    def running(name):
        """Returns what finds the process of Java that runs this class, among those a filter descends from."""
        return lambda pid: next(
            each for each in ancestors(pid) if name in pathlib.Path(f"/proc/{each}/cmdline").read_bytes()
        )

    executor = running(b"CoarseGrainedExecutorBackend")
    try:
        for engine in ("pipe", "mapInPandas"):
            checks.compare_all(f"{name} {engine}", replay, words(engine))
            checks.compare_killed(f"{name} {engine}: flint", replay, words(engine), itself)
            checks.compare_killed(f"{name} {engine}: executor", replay, words(engine), executor)
        simulate(checks, session, f"{name} simulate")
        # Nothing starts this one again: the other worker takes over.
        if master.startswith("spark:"):
            worker = running(b"org.apache.spark.deploy.worker.Worker")
            checks.compare_killed(f"{name}: worker", replay, words("mapInPandas"), worker)
    finally:
        session.stop()


def simulate(checks, session, name):
    """Compares shards of a simulation with one process."""
    command = [checks.flint, "simulate", "--quiet", "--format", "json", checks.plan]
    whole = subprocess.run(command, capture_output=True, check=True).stdout
    for count in PARTITIONS:
        arguments = shards.parse(
            shards.parser("", "--master"), [str(checks.plan), str(count), "--flint", checks.flint]
        )
        output = checks.folder / "simulated"
        with output.open("wb") as file:
            status = shards.merge(checks.flint, "json", spark_adapter.simulate(session, arguments), file)
        is_equal = status == 0 and output.read_bytes() == whole
        checks.expect(f"{name}, {count} shard{'s' * (count > 1)}", is_equal, ": the same bytes as one process")


def main():
    flint, folder, engine, *more = sys.argv[1:]
    checks = Checks(flint, folder)
    {"parallel": parallel, "dask": dask, "spark": spark}[engine](checks, *more)
    return 1 if checks.failures else 0


if __name__ == "__main__":
    sys.exit(main())
