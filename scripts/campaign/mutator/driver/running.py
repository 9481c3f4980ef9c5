"""Runs the tests of a target, with a mutant switched on or without one."""

import os
import re
import shutil
import signal
import subprocess
import tempfile
import threading
import time
from dataclasses import dataclass, field

FAILURE = re.compile(r"^✘ Test (?!run with)(.*?) (?:recorded an issue|failed after)")
COLOUR = re.compile(r"\x1b\[[0-9;]*m")
COUNT = re.compile(r"Test run with (\d+) tests?")
# Tests that read the sources as text, of which the copy has another one.
LEFT_OUT = ["LayeringTests", "PhraseTests"]
# A mutant that needs more memory is stopped, in bytes.
MEMORY = 4 << 30


@dataclass
class Outcome:
    """How a run ended."""

    seconds: float
    # What noticed the mutant: a test, a crash, a limit; empty if nothing did.
    killer: str = ""
    # How many tests ran to the end, if all did.
    count: int = 0
    # The lines about failures.
    failures: list = field(default_factory=list)


def run_tests(runner, copy, target, mutant=0, limit=None, stops=True):
    """Runs a target's tests, up to the first failure or a number of seconds."""
    folder = tempfile.mkdtemp(prefix="flint-mutant-")
    # A mutant that writes or removes files does so in a folder of its own, as far as possible.
    environment = {**os.environ, "FLINT_MUTANT": str(mutant), "TMPDIR": folder, "HOME": folder}
    # Nobody reads where a mutant crashed, and it takes a minute to find out.
    environment["SWIFT_BACKTRACE"] = "enable=no"
    command = [runner, "--testing-library", "swift-testing", "--filter", f"^{target}\\."]
    for name in LEFT_OUT:
        command += ["--skip", name]
    process = subprocess.Popen(
        command, cwd=copy, env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT, text=True, errors="replace", start_new_session=True)
    try:
        return watch(process, limit, stops)
    finally:
        end(process)
        shutil.rmtree(folder, ignore_errors=True)


def watch(process, limit, stops):
    """Waits for a run's end or a reason to end it."""
    start = time.monotonic()
    outcome = Outcome(0)
    reader = threading.Thread(target=read, args=(process.stdout, outcome), daemon=True)
    reader.start()
    while process.poll() is None and not (stops and outcome.killer):
        if limit is not None and time.monotonic() - start > limit:
            outcome.killer = "the limit of time"
            break
        if memory(process.pid) > MEMORY:
            outcome.killer = "the limit of memory"
            break
        time.sleep(0.05)
    outcome.seconds = time.monotonic() - start
    ended = process.poll()
    end(process)
    # What has left the group may keep the stream open.
    reader.join(timeout=5)
    if ended and not outcome.killer:
        outcome.killer = (
            f"a crash ({signal.Signals(-ended).name})" if ended < 0 else f"exit status {ended}")
    return outcome


def read(stream, outcome):
    """Reads the lines of a run."""
    for line in stream:
        line = COLOUR.sub("", line)
        if match := FAILURE.match(line):
            outcome.killer = outcome.killer or match[1]
            outcome.failures.append(line.rstrip())
        elif match := COUNT.search(line):
            outcome.count = int(match[1])


def memory(process):
    """The bytes of memory that a process uses."""
    try:
        with open(f"/proc/{process}/statm", encoding="ascii") as file:
            return int(file.read().split()[1]) * os.sysconf("SC_PAGESIZE")
    except (OSError, IndexError):
        return 0


def end(process):
    """Ends a run, and what it has started."""
    try:
        os.killpg(process.pid, signal.SIGKILL)
    except ProcessLookupError:
        pass
    process.wait()
