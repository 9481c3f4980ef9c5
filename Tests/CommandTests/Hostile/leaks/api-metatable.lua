-- ends: 0
assert(getmetatable(spark) == false)
assert(not pcall(setmetatable, spark, {}))
