#!/usr/bin/env python3
"""Replays the events of a population on Apache Spark: the totals of each player, or merged tallies.

    python3 spark_population.py RULES INPUT… [--partitions N] [--engine pipe|mapInPandas] [--master ADDRESS] …
    spark-submit --py-files population.py,shards.py spark_population.py RULES INPUT… …

INPUT is JSON Lines, compressed or not, at any address that Spark reads and in any order: Spark brings the
lines of a player together, in their order in the input. Every worker has flint at the path of --flint; the
rulebook's text is sent along. A task that fails or whose worker is lost is run again by Spark.
"""

import itertools
import os
import shlex
import sys

import population

# One task of the engine pipe: the filter, then the lines that it rejected, which pipe has no other place for.
PIPE = f"""folder=$(mktemp -d) && trap 'rm -rf "$folder"' EXIT &&
"$@" --rejects "$folder/rejects" && {{ [ ! -e "$folder/rejects" ] || sed 's/^/{population.MARK.decode()}/' "$folder/rejects"; }}"""
# Lines that a task gives back at a time.
LINES = 1000


def lines_by_player(spark, inputs, partitions):
    """Returns a frame of lines as bytes, in which each player's are together and in the order of the input."""
    from pyspark.sql import functions as f

    lines = spark.read.text(inputs, lineSep="\n").select(
        "value", "_metadata.file_path", "_metadata.file_block_start", f.monotonically_increasing_id().alias("number")
    )
    # Lines without a player come last, since flint detects the format by the first one.
    player = f.get_json_object("value", "$.player")
    lines = lines.withColumn("player", player).repartition(partitions, "player")
    order = [f.col("player").asc_nulls_last(), "file_path", "file_block_start", "number"]
    return lines.sortWithinPartitions(*order).select(f.col("value").cast("binary").alias("value"))


def by_pipe(spark, lines, rules):
    """Returns an RDD of the lines that the filter writes, by RDD.pipe."""
    context = spark.sparkContext
    paths = []
    for _, path, text in rules.books:
        if text is not None:
            context.addFile(path)
            # Where tasks run in other processes, they run in the folder of files that were sent.
            from pyspark import SparkFiles

            is_here = context.master.split("[")[0] == "local"
            path = os.path.join(SparkFiles.getRootDirectory() if is_here else ".", os.path.basename(path))
        paths.append(path)
    sent = [os.path.basename(path) for _, path, text in rules.books if text is not None]
    if len(set(sent)) < len(sent):
        sys.exit("spark_population: with the engine pipe, the files of the rulebooks need different names")
    command = shlex.join(["sh", "-c", PIPE, "flint", *rules.command(paths)])
    texts = lines.rdd.map(lambda row: row.value.decode(errors="replace"))
    environment = {"PATH": os.environ.get("PATH", os.defpath)}
    return texts.pipe(command, environment, checkCode=True).map(str.encode)


def by_map_in_pandas(lines, rules):
    """Returns an RDD of the lines that the filter writes, by DataFrame.mapInPandas."""

    def replay(frames):
        import pandas

        chunks = (b"\n".join(frame["value"]) + b"\n" for frame in frames if len(frame))
        results = rules.replay(chunks)
        while batch := list(itertools.islice(results, LINES)):
            yield pandas.DataFrame({"value": batch})

    return lines.mapInPandas(replay, "value binary").rdd.map(lambda row: bytes(row.value))


def replay(spark, arguments):
    """Runs the filter on every partition, and writes the results; returns the status to end with."""
    from pyspark import StorageLevel, cloudpickle

    import shards

    # Workers do not have the modules.
    cloudpickle.register_pickle_by_value(population)
    cloudpickle.register_pickle_by_value(shards)
    rules = population.Rules(arguments)
    lines = lines_by_player(spark, arguments.inputs, arguments.partitions)
    if arguments.engine == "pipe":
        results = by_pipe(spark, lines, rules)
    else:
        results = by_map_in_pandas(lines, rules)
    # All tasks run at once; then the driver reads one partition at a time, and need not have memory for all.
    results.persist(StorageLevel.DISK_ONLY).count()
    status = population.collect(results.toLocalIterator(prefetchPartitions=True), arguments)
    results.unpersist()
    return status


def parser():
    parser = population.parser(__doc__.splitlines()[0])
    parser.add_argument("inputs", nargs="+", metavar="INPUT")
    parser.add_argument("--partitions", type=int, default=8)
    parser.add_argument("--engine", default="mapInPandas", choices=["pipe", "mapInPandas"])
    parser.add_argument("--master", help="by default that of spark-submit, or this machine's processors")
    return parser


def main():
    arguments = population.parse(parser())

    from pyspark.sql import SparkSession

    builder = SparkSession.builder.appName("flint replay")
    if arguments.master:
        builder = builder.master(arguments.master)
    spark = builder.getOrCreate()
    try:
        return replay(spark, arguments)
    finally:
        spark.stop()


if __name__ == "__main__":
    sys.exit(main())
