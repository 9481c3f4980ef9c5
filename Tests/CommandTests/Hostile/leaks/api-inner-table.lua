-- ends: 0
-- No way leads to the table behind the one in front.
assert(rawget(spark, "add") == nil and next(spark) == nil and #spark == 0)
for name, f in pairs(spark) do assert(type(f) == "function", name) end
