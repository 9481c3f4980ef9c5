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
LEFT_OUT = ["LayeringTests", "TextsTests"]
# A mutant that needs more memory is stopped, in bytes.
MEMORY = 4 << 30
# So long a run may use no processor once its time is over.
IDLE = 20


@dataclass
class Outcome:
    """How a run ended."""

    seconds: float = 0
    # The processor time, also of the commands that have ended.
    processor: float = 0
    # What noticed the mutant: a test, a crash, a limit; empty if nothing did.
    killer: str = ""
    # How many tests ran to the end, if all did.
    count: int = 0
    # The lines about failures.
    failures: list = field(default_factory=list)


def run_tests(runner, copy, target, mutant=0, usual=None, stops=True):
    """Runs a target's tests, up to the first failure or three times the usual outcome and 30 seconds."""
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
        return watch(process, usual, stops)
    finally:
        end(process)
        shutil.rmtree(folder, ignore_errors=True)


def watch(process, usual, stops):
    """Waits for a run's end or a reason to end it."""
    start = active = time.monotonic()
    outcome = Outcome()
    reader = threading.Thread(target=read, args=(process.stdout, outcome), daemon=True)
    reader.start()
    while process.poll() is None and not (stops and outcome.killer):
        time.sleep(0.05)
        now, processor = time.monotonic(), max(outcome.processor, processor_time(process.pid))
        if processor > outcome.processor:
            active, outcome.processor = now, processor
        if usual is not None and is_late(outcome, now - start, now - active, usual):
            outcome.killer = "the limit of time"
        elif memory(process.pid) > MEMORY:
            outcome.killer = "the limit of memory"
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


def is_late(outcome, seconds, idle, usual):
    """Whether a run has taken so long that it will not end.

    It is the processor time that counts, since others may use the machine, unless the run waits for something.
    """
    return outcome.processor > 3 * usual.processor + 30 or (
        seconds > 3 * usual.seconds + 30 and idle > IDLE)


def processor_time(process):
    """The seconds of processor time that a process, and the commands that it has waited for, used."""
    try:
        with open(f"/proc/{process}/stat", encoding="ascii", errors="replace") as file:
            fields = file.read().rpartition(")")[2].split()
            return sum(int(number) for number in fields[11:15]) / os.sysconf("SC_CLK_TCK")
    except (OSError, ValueError):
        return 0


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
