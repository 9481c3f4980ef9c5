#!/usr/bin/env python3
"""Plays a plan in shards on a dask.distributed cluster, and prints the merged result.

    python3 dask_adapter.py PLAN SHARDS [--scheduler ADDRESS] [--flint PATH] [--format table|json|csv]

Without a scheduler a cluster of this machine's processes is started. The plan's text is sent along; a
plan that reads other files has to be at its path on every worker, as flint has to. A shard that fails
is played again, at most twice: its result is the same bytes.
"""

import sys

import shards


def main():
    arguments = shards.parse(shards.parser(__doc__.splitlines()[0], "--scheduler"))

    import cloudpickle
    from dask.distributed import Client

    # Workers do not have the module.
    cloudpickle.register_pickle_by_value(shards)
    address = {"address": arguments.scheduler} if arguments.scheduler else {"dashboard_address": None}
    with Client(**address) as client:
        futures = [
            client.submit(
                shards.play, arguments.flint, arguments.plan, arguments.text, shard, arguments.shards,
                retries=shards.RETRIES,
            )
            for shard in range(1, arguments.shards + 1)
        ]  # fmt: skip
        try:
            parts = client.gather(futures)
        except RuntimeError as error:
            sys.exit(str(error).strip())
    return shards.merge(arguments.flint, arguments.format, parts)


if __name__ == "__main__":
    sys.exit(main())
