-- expected: 2 [wrong-argument] (did you mean "energy"?)
spark.add{title = "Took the stairs", category = "enrgy"}
