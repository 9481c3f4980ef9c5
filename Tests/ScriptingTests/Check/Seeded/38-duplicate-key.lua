-- expected: 2 [duplicate-key] "category"
spark.add{title = "Took the stairs", category = "energy", category = "idea"}
