#!/usr/bin/env python3
"""What the adapters for flint replay --population share, and the steps that parallel_population runs.

    python3 population.py replay RULES --file FILE --part 1/3 …    # one part, with marked rejected lines
    python3 population.py collect RULES …                          # the results of all parts, from standard input

An engine brings the lines of each player together, runs the filter on every partition, and gives the
lines that it wrote to `collect`, in any order. A part that failed halfway counts for nothing: the engine
runs it again, and the result is the same bytes.
"""

import argparse
import contextlib
import io
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import threading
import zlib

from shards import FLINT, merge, placed

# A line that was rejected begins with this where a task gives it back, after the others.
MARK = b"rejected "
# The number of a rejected line in its partition, which says nothing to anyone.
NUMBER = re.compile(rb'^\{"file":"[^"]*","line":\d+,')
CHUNK = 1 << 20
# The status with which flint, too, ends where lines were rejected.
DATA_ERROR = 65

# Lines of one player, as most programs write them: the player first, and without escapes. The number of
# them in one match is limited since Python keeps a state for each.
RUN = re.compile(
    rb'\{"player": ?("[^"\\\n]*"|\d+)[ ,}].*\n(?:\{"player": ?\1[ ,}].*\n){0,999}'
)


def player_of(line):
    """Returns the player of a line as bytes; nothing if it has none, such as one that will be rejected."""
    try:
        player = json.loads(line)["player"]
    except (ValueError, TypeError, KeyError, RecursionError):
        return b""
    return str(player).encode(errors="surrogatepass")


def runs(block):
    """Yields (player, lines) for neighbouring lines of the same player; every line of the block is in one."""
    position = 0
    while position < len(block):
        match = RUN.match(block, position)
        if match:
            player, end = match[1].strip(b'"'), match.end()
        else:
            end = block.find(b"\n", position) + 1 or len(block)
            player = player_of(block[position:end])
        yield player, block[position:end]
        position = end


def split(block, partitions):
    """Splits whole lines by player; returns a dictionary of players with their lines for each partition."""
    if block and not block.endswith(b"\n"):
        block += b"\n"
    parts = [{} for _ in range(partitions)]
    for player, lines in runs(block):
        parts[zlib.crc32(player) % partitions].setdefault(player, []).append(lines)
    return parts


def grouped(parts):
    """Yields the lines of one partition, of which each block of the input has a part; players in order."""
    # Lines without a player come last, since flint detects the format by the first one.
    for player in sorted(set().union(*parts), key=lambda player: (not player, player)):
        for part in parts:
            yield from part.get(player, ())


def chunks_of(path, part, parts):
    """Yields one of so many parts of a file, whose players' lines are together; a part has whole players."""
    with open(path, "rb") as file:
        size = file.seek(0, io.SEEK_END)
        start, end = (border(file, size * number // parts, size) for number in (part - 1, part))
        file.seek(start)
        while start < end:
            chunk = file.read(min(CHUNK, end - start))
            start += len(chunk)
            yield chunk


def border(file, position, size):
    """Returns the first position from here on at which another player begins; the ends of the file are two."""
    if position == 0:
        return 0
    # A line that begins here is whole.
    file.seek(position - 1)
    file.readline()
    before = b""
    while position < size:
        position = file.tell()
        player = player_of(file.readline())
        # A line without a player may lie between two lines of the same.
        if player and before and player != before:
            return position
        before = player or before
    return size


class Rules:
    """The filter as it is run on a worker: flint, rulebooks with their texts, and further options."""

    def __init__(self, arguments):
        self.flint = arguments.flint
        self.options = ["--tallies" if arguments.tallies else "--totals", "-", *arguments.options]
        # The option, the path and the text of each rulebook.
        self.books = [read(option, getattr(arguments, option)) for option in ("rules", "against")]
        self.books = [book for book in self.books if book]

    def command(self, paths):
        """Returns the command line with the paths of the rulebooks, without the file for rejected lines."""
        rules = [word for (option, _, _), path in zip(self.books, paths) for word in (f"--{option}", path)]
        return [
            self.flint, "replay", "--population", *rules, "--threads", "1",
            "--quiet", "--input", "jsonl", "--allow-rejects", *self.options,
        ]  # fmt: skip

    def replay(self, chunks):
        """Runs the filter on chunks of bytes; yields the lines that it writes, then those it rejects."""
        chunks = iter(chunks)
        first = next(chunks, None)
        # No players, no tallies.
        if first is None:
            return
        with tempfile.TemporaryDirectory() as folder:
            paths = []
            for option, path, text in self.books:
                # Two rulebooks may have files of one name.
                place = os.path.join(folder, option)
                os.mkdir(place)
                paths.append(path if text is None else placed(path, text, place))
            rejects = os.path.join(folder, "rejects")
            with open(os.path.join(folder, "errors"), "w+b") as errors:
                yield from stream([*self.command(paths), "--rejects", rejects], first, chunks, errors)
            with contextlib.suppress(FileNotFoundError), open(rejects, "rb") as lines:
                for line in lines:
                    yield MARK + line


def read(option, path):
    """Returns the option, path and text of a rulebook; the text is None where flint contains the rulebook."""
    if path is None or not os.path.isfile(path):
        return path and (option, path, None)
    path = os.path.abspath(path)
    return option, path, pathlib.Path(path).read_bytes()


def stream(command, first, chunks, errors):
    """Runs a filter, and yields its lines while another thread writes to it; memory is that of the pipes."""
    process = subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=errors
    )
    failures = []

    def write():
        try:
            with process.stdin as pipe:
                pipe.write(first)
                for chunk in chunks:
                    pipe.write(chunk)
        except BrokenPipeError:
            # The filter ended early: its status tells.
            pass
        except BaseException as failure:
            # The filter saw the end of a part of its input only.
            failures.append(failure)
            process.kill()

    # The engine may give up this task, and then does not wait for its input.
    writer = threading.Thread(target=write, daemon=True)
    writer.start()
    try:
        yield from process.stdout
        writer.join()
        status = process.wait()
        if failures:
            raise failures[0]
        if status != 0:
            errors.seek(0)
            text = errors.read().decode(errors="replace").strip()
            raise RuntimeError(f"flint replay ended with status {status}: {text}")
    finally:
        process.kill()
        process.wait()
        process.stdout.close()


def collect(lines, arguments):
    """Sorts totals, or merges tallies, and writes rejected lines sorted; returns the status to end with."""
    with tempfile.TemporaryDirectory() as folder:
        totals, rejects = os.path.join(folder, "totals"), os.path.join(folder, "rejects")
        tallies = []
        with sorter(totals) as into, sorter(rejects) as aside:
            for line in lines:
                line = line.rstrip(b"\n") + b"\n"
                if line.startswith(MARK):
                    aside.write(NUMBER.sub(b"{", line[len(MARK) :]))
                elif arguments.tallies:
                    tallies.append(line)
                else:
                    into.write(line)
        status = keep(rejects, arguments)
        if status != 0 and not arguments.rejects:
            return status
        with open(arguments.output, "wb") if arguments.output else os.fdopen(os.dup(1), "wb") as file:
            if arguments.tallies:
                return merge(arguments.flint, arguments.format, tallies, file) or status
            with open(totals, "rb") as lines:
                shutil.copyfileobj(lines, file)
        return status


@contextlib.contextmanager
def sorter(path):
    """Gives a file to write lines to, which are sorted by their bytes; memory does not grow with them."""
    environment = {**os.environ, "LC_ALL": "C"}
    process = subprocess.Popen(["sort", "-o", path], stdin=subprocess.PIPE, env=environment)
    with process.stdin as pipe:
        yield pipe
    if process.wait() != 0:
        sys.exit(f"population: sort ended with status {process.returncode}")


def keep(rejects, arguments):
    """Writes rejected lines where they are wanted; returns the status to end with."""
    with open(rejects, "rb") as lines:
        first = lines.readline()
        if arguments.rejects:
            lines.seek(0)
            with open(arguments.rejects, "wb") as file:
                shutil.copyfileobj(lines, file)
    if not first:
        return 0
    if not arguments.rejects:
        text = first.decode(errors="replace").strip()
        print(f"population: a line was rejected; --rejects FILE keeps such lines: {text}", file=sys.stderr)
    return 0 if arguments.rejects and arguments.allow_rejects else DATA_ERROR


def parser(description):
    """Returns a parser of what all adapters take, but for the input."""
    parser = argparse.ArgumentParser(
        description=description, epilog="Options after -- are given to flint replay, such as -- --seed 7"
    )
    parser.add_argument("rules", metavar="RULES", help="a rulebook's file, which is sent along, or name")
    parser.add_argument("--against", metavar="RULES", help="a rulebook to compare with, player by player")
    parser.add_argument("--tallies", action="store_true", help="merged tallies instead of totals")
    parser.add_argument("--format", default="json", choices=["table", "json", "csv"], help="of tallies")
    parser.add_argument("--output", metavar="FILE")
    parser.add_argument("--rejects", metavar="FILE", help="the rejected lines, sorted")
    parser.add_argument("--allow-rejects", action="store_true")
    parser.add_argument("--flint", default=str(FLINT), help="the path of flint on every worker")
    return parser


def parse(parser, arguments=None):
    """Reads a command line."""
    words = list(sys.argv[1:] if arguments is None else arguments)
    end = words.index("--") if "--" in words else len(words)
    arguments = parser.parse_args(words[:end])
    arguments.options = words[end + 1 :]
    return arguments


def numbered(text):
    """Reads PART/PARTS."""
    part, parts = (int(number) for number in text.split("/"))
    if not 1 <= part <= parts:
        raise ValueError
    return part, parts


def main():
    if sys.argv[1:2] == ["collect"]:
        arguments = parse(parser(__doc__.splitlines()[0]), sys.argv[2:])
        return collect(sys.stdin.buffer, arguments)
    if sys.argv[1:2] == ["replay"]:
        part = parser(__doc__.splitlines()[0])
        part.add_argument("--file", required=True)
        part.add_argument("--part", required=True, metavar="PART/PARTS", type=numbered)
        arguments = parse(part, sys.argv[2:])
        sys.stdout.buffer.writelines(Rules(arguments).replay(chunks_of(arguments.file, *arguments.part)))
        return 0
    sys.exit(__doc__)


if __name__ == "__main__":
    sys.exit(main())
