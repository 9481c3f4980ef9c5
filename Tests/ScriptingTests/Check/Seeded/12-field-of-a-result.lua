-- expected: 2 [unknown-field] (did you mean "points"?)
print(spark.add{title = "Took the stairs", category = "energy"}.pionts)
