#!/usr/bin/env python3
"""Plays a plan in shards on Apache Spark, and prints the merged result.

    python3 spark_adapter.py PLAN SHARDS [--master ADDRESS] [--flint PATH] [--format table|json|csv]
    spark-submit --py-files shards.py spark_adapter.py PLAN SHARDS …

Without a master that of spark-submit is taken, or this machine's processors. The plan's text is sent
along; a plan that reads other files has to be at its path on every worker, as flint has to. A shard
that fails is played again by Spark (spark.task.maxFailures): its result is the same bytes.
"""

import functools
import sys

import shards


def simulate(spark, arguments):
    """Plays every shard, and returns what flint wrote of each, in their order."""
    from pyspark import cloudpickle

    # Workers do not have the module.
    cloudpickle.register_pickle_by_value(shards)
    play = functools.partial(shards.play, arguments.flint, arguments.plan, arguments.text)
    count = arguments.shards
    numbers = spark.sparkContext.parallelize(range(1, count + 1), count)
    return numbers.map(lambda shard: play(shard, count)).collect()


def main():
    arguments = shards.parse(shards.parser(__doc__.splitlines()[0], "--master"))

    from pyspark.sql import SparkSession

    builder = SparkSession.builder.appName("flint simulate")
    if arguments.master:
        builder = builder.master(arguments.master)
    spark = builder.getOrCreate()
    try:
        parts = simulate(spark, arguments)
    finally:
        spark.stop()
    return shards.merge(arguments.flint, arguments.format, parts)


if __name__ == "__main__":
    sys.exit(main())
