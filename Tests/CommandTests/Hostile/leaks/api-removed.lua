-- ends: 1 the spark module is read-only
spark.add = nil
