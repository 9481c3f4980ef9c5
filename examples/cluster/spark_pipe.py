# Plays a plan in 64 parts on Apache Spark, whose workers have flint on their path and see the plan and
# the folder of the parts, which has to exist:
#   spark-submit examples/cluster/spark_pipe.py /shared/plan.lua /shared/parts
import shlex
import sys
from pyspark.sql import SparkSession

plan, folder, parts = shlex.quote(sys.argv[1]), sys.argv[2], 64
output = shlex.quote(f"{folder}/part-%.json")
spark = SparkSession.builder.appName("flint").getOrCreate().sparkContext
play = f"xargs -I% flint simulate {plan} --quiet --threads 1 --shard %/{parts} -o {output}"
spark.parallelize(range(1, parts + 1), parts).pipe(play, checkCode=True).count()
# Then: flint merge-shards /shared/parts/part-*.json
