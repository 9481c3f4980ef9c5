#!/usr/bin/env python3
"""Plays a plan in parts on a dask.distributed cluster, and prints the whole.

    python3 dask_adapter.py PLAN PARTS [--scheduler ADDRESS] [--flint PATH] [--format table|json|csv]

Without a scheduler a cluster of this machine's processes is made. The plan's text is sent along; a
plan that reads other files has to be at its path on every worker, as flint has to. A part that fails
is played again, twice at most: it comes to the same bytes.
"""

import argparse
import pathlib
import subprocess
import sys
import tempfile


def play(flint, path, text, part, parts):
    """Plays one part, and gives what flint wrote."""
    with tempfile.TemporaryDirectory() as folder:
        plan = pathlib.Path(path)
        # Where the plan is here as well, so is what it reads beside itself.
        if not plan.is_file() or plan.read_bytes() != text:
            plan = pathlib.Path(folder, plan.name)
            plan.write_bytes(text)
        command = [flint, "simulate", str(plan), "--quiet", "--threads", "1"]
        done = subprocess.run(
            command + ["--shard", f"{part}/{parts}"], capture_output=True, check=False
        )
    if done.returncode != 0:
        raise RuntimeError(done.stderr.decode(errors="replace"))
    return done.stdout


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("plan", type=pathlib.Path)
    parser.add_argument("parts", type=int)
    parser.add_argument("--scheduler")
    root = pathlib.Path(__file__).resolve().parents[2]
    parser.add_argument("--flint", default=str(root / ".build/release/flint"))
    parser.add_argument("--format", default="table", choices=["table", "json", "csv"])
    given = parser.parse_args()

    from dask.distributed import Client

    try:
        text = given.plan.read_bytes()
    except OSError as error:
        parser.error(f"{given.plan}: {error.strerror}")
    path = str(given.plan.resolve())
    numbers = range(1, given.parts + 1)
    with Client(given.scheduler) if given.scheduler else Client(dashboard_address=None) as client:
        futures = [
            client.submit(play, given.flint, path, text, number, given.parts, retries=2)
            for number in numbers
        ]
        try:
            parts = client.gather(futures)
        except RuntimeError as error:
            sys.exit(str(error).strip())
    with tempfile.TemporaryDirectory() as folder:
        files = []
        for number, part in zip(numbers, parts):
            files.append(pathlib.Path(folder, f"part-{number}.json"))
            files[-1].write_bytes(part)
        merge = [given.flint, "merge-shards", "--format", given.format, *map(str, files)]
        return subprocess.run(merge, check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
