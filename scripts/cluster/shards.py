"""What the adapters for simulations share: a shard of a plan is played on a worker, the driver merges them."""

import argparse
import pathlib
import subprocess
import tempfile

FLINT = pathlib.Path(__file__).resolve().parents[2] / ".build/release/flint"
# Tasks that fail are run again by the engine, so often at most.
RETRIES = 2


def parser(description, engine):
    """Returns a parser of PLAN SHARDS, where the engine is, and what the merged result is printed as."""
    parser = argparse.ArgumentParser(description=description)
    parser.add_argument("plan", type=pathlib.Path)
    parser.add_argument("shards", type=int)
    parser.add_argument(engine)
    parser.add_argument("--flint", default=str(FLINT))
    parser.add_argument("--format", default="table", choices=["table", "json", "csv"])
    return parser


def parse(parser, words=None):
    """Reads a command line and the plan."""
    arguments = parser.parse_args(words)
    if arguments.shards < 1:
        parser.error(f"SHARDS: expected a number from 1 up, got {arguments.shards}")
    try:
        arguments.text = arguments.plan.read_bytes()
    except OSError as error:
        parser.error(f"{arguments.plan}: {error.strerror}")
    arguments.plan = str(arguments.plan.resolve())
    return arguments


def placed(path, text, folder):
    """Returns the path of a file that was sent along; where it is on this worker, so are those that it reads."""
    file = pathlib.Path(path)
    if not file.is_file() or file.read_bytes() != text:
        file = pathlib.Path(folder, file.name)
        file.write_bytes(text)
    return str(file)


def play(flint, path, text, shard, shards):
    """Plays one shard, and returns flint's output."""
    with tempfile.TemporaryDirectory() as folder:
        command = [flint, "simulate", placed(path, text, folder), "--quiet", "--threads", "1"]
        done = subprocess.run(
            command + ["--shard", f"{shard}/{shards}"], capture_output=True, check=False
        )
    if done.returncode != 0:
        raise RuntimeError(done.stderr.decode(errors="replace"))
    return done.stdout


def merge(flint, style, parts, output=None):
    """Writes what flint merges the parts to, to standard output by default, and returns its status."""
    with tempfile.TemporaryDirectory() as folder:
        files = []
        for number, part in enumerate(parts, 1):
            files.append(pathlib.Path(folder, f"part-{number}.json"))
            files[-1].write_bytes(part)
        command = [flint, "simulate", "--format", style, "--merge", *map(str, files)]
        return subprocess.run(command, stdout=output, check=False).returncode
