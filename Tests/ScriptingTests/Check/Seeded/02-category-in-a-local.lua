-- expected: 3 [wrong-argument] (did you mean "energy"?)
local category = "enrgy"
spark.add{title = "Took the stairs", category = category}
