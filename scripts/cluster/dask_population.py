#!/usr/bin/env python3
"""Replays the events of a population on dask.distributed: the totals of each player, or merged tallies.

    python3 dask_population.py RULES INPUT… [--partitions N] [--scheduler ADDRESS] [--block-size 32MiB] …

INPUT is JSON Lines at any address that dask reads, in any order: each block of it is split by player, and a
task for each partition joins what the blocks have of its players, in their order in the input. Without a
scheduler a cluster of this machine's processes is started. Every worker has flint at the path of --flint;
the rulebook's text is sent along. A task that fails or whose worker is lost is run again by dask.
"""

import sys

import population
import shards


def replay_part(rules, *parts):
    """Runs the filter on one partition, and returns the lines that it writes."""
    return list(rules.replay(population.grouped(parts)))


def replay(client, arguments):
    """Runs the filter on every partition, and writes the results; returns the status to end with."""
    import cloudpickle
    import dask
    from dask.bytes import read_bytes
    from distributed import as_completed
    from fsspec.utils import infer_compression

    # Workers do not have the modules.
    for module in (population, shards, sys.modules[__name__]):
        cloudpickle.register_pickle_by_value(module)
    count = arguments.partitions
    # A compressed file cannot be read from its middle.
    size = None if any(map(infer_compression, arguments.inputs)) else arguments.block_size
    _, files = read_bytes(
        arguments.inputs, delimiter=b"\n", blocksize=size, sample=False, compression="infer"
    )
    split = dask.delayed(population.split, pure=False, nout=count)
    blocks = [split(block, count) for file in files for block in file]
    rules = population.Rules(arguments)
    run = dask.delayed(replay_part, pure=False)
    tasks = [run(rules, *(block[number] for block in blocks)) for number in range(count)]
    futures = as_completed(client.compute(tasks, retries=shards.RETRIES), with_results=True)
    return population.collect((line for _, lines in futures for line in lines), arguments)


def parser():
    parser = population.parser(__doc__.splitlines()[0])
    parser.add_argument("inputs", nargs="+", metavar="INPUT")
    parser.add_argument("--partitions", type=int, default=8)
    parser.add_argument("--block-size", default="32MiB", help="of the input, for one task")
    parser.add_argument("--scheduler", help="its address; by default a cluster of this machine is started")
    return parser


def main():
    arguments = population.parse(parser())

    from dask.distributed import Client

    address = {"address": arguments.scheduler} if arguments.scheduler else {"dashboard_address": None}
    with Client(**address) as client:
        try:
            return replay(client, arguments)
        except RuntimeError as error:
            sys.exit(str(error))


if __name__ == "__main__":
    sys.exit(main())
