"""Builds the tests with all mutants, without those that do not compile."""

import os
import re
import subprocess
import sys

ERROR = re.compile(r"^(/.*?):(\d+):\d+: error: (.*)$", re.MULTILINE)
# Each module shows the errors of its types first, and those of its flow once there are no others.
ROUNDS = 30


def build_mutator(package, scratch):
    """Builds the program that writes mutants, and returns its path."""
    options = ["--package-path", package, "--scratch-path", scratch, "-c", "release"]
    subprocess.run(["swift", "build", "--product", "mutator", *options], check=True, stdout=sys.stderr)
    return os.path.join(scratch, "release", "mutator")


def build_tests(copy, scratch, targets, log):
    """Builds the tests of some targets; returns the compiler's output if it fails."""
    command = ["swift", "build", "--package-path", copy, "--scratch-path", scratch, "-c", "release"]
    command += ["--build-tests", "-Xswiftc", "-enable-testing", "-debug-info-format", "none"]
    # What computes is optimized, and nothing else, as by scripts/quick.
    environment = {**os.environ, "FLINT_QUICK": "1", "FLINT_ONLY_TARGETS": ",".join(targets)}
    run = subprocess.run(
        command, env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT, text=True, errors="replace")
    with open(log, "w", encoding="utf-8") as file:
        file.write(run.stdout)
    return None if run.returncode == 0 else run.stdout


def not_compiling(output, copy, rows):
    """The mutants that errors are about: those on their lines or else, in the same function; none for others."""
    found = {}
    for path, line, message in set(ERROR.findall(output)):
        file = os.path.relpath(path, os.path.realpath(copy))
        for extent in ("written", "function"):
            here = [
                row for row in rows
                if row["file"] == file and row[extent][0] <= int(line) <= row[extent][1]
            ]
            found.update((row["key"], message) for row in here)
            if here:
                break
    return found
