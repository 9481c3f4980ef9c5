-- ends: 0
local _, _, _, closing = spark.each()
assert(type(closing) == "userdata" and getmetatable(closing) == false)
assert(not pcall(function() closing.x = 1 end) and not pcall(setmetatable, closing, {}))
