-- expected: 2 [unknown-field] unknown field "catgory"
spark.add{title = "Took the stairs", catgory = "energy"}
