#!/usr/bin/env python3
"""Plays a plan in shards on a dask.distributed cluster, and prints the merged result.

    python3 dask_adapter.py PLAN SHARDS [--scheduler ADDRESS] [--flint PATH] [--format table|json|csv]

Without a scheduler a cluster of this machine's processes is started. The plan's text is sent along; a
plan that reads other files has to be at its path on every worker, as flint has to. A shard that fails
is played again, at most twice: its result is the same bytes.
"""

import argparse
import pathlib
import subprocess
import sys
import tempfile


def play(flint, path, text, shard, shards):
    """Plays one shard, and returns flint's output."""
    with tempfile.TemporaryDirectory() as folder:
        plan = pathlib.Path(path)
        # Where the plan exists on this worker, the files that it reads are beside it.
        if not plan.is_file() or plan.read_bytes() != text:
            plan = pathlib.Path(folder, plan.name)
            plan.write_bytes(text)
        command = [flint, "simulate", str(plan), "--quiet", "--threads", "1"]
        done = subprocess.run(
            command + ["--shard", f"{shard}/{shards}"], capture_output=True, check=False
        )
    if done.returncode != 0:
        raise RuntimeError(done.stderr.decode(errors="replace"))
    return done.stdout


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("plan", type=pathlib.Path)
    parser.add_argument("shards", type=int)
    parser.add_argument("--scheduler")
    root = pathlib.Path(__file__).resolve().parents[2]
    parser.add_argument("--flint", default=str(root / ".build/release/flint"))
    parser.add_argument("--format", default="table", choices=["table", "json", "csv"])
    arguments = parser.parse_args()

    from dask.distributed import Client

    try:
        text = arguments.plan.read_bytes()
    except OSError as error:
        parser.error(f"{arguments.plan}: {error.strerror}")
    path = str(arguments.plan.resolve())
    numbers = range(1, arguments.shards + 1)
    with Client(arguments.scheduler) if arguments.scheduler else Client(dashboard_address=None) as client:
        futures = [
            client.submit(play, arguments.flint, path, text, number, arguments.shards, retries=2)
            for number in numbers
        ]
        try:
            outputs = client.gather(futures)
        except RuntimeError as error:
            sys.exit(str(error).strip())
    with tempfile.TemporaryDirectory() as folder:
        files = []
        for number, output in zip(numbers, outputs):
            files.append(pathlib.Path(folder, f"shard-{number}.json"))
            files[-1].write_bytes(output)
        merge = [arguments.flint, "merge-shards", "--format", arguments.format, *map(str, files)]
        return subprocess.run(merge, check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
