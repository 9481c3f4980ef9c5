-- expected: 2 [wrong-argument] expected 1 argument, got 2
print(spark.get("last", true))
