-- ends: 0
local n = 0
for s in spark.each() do checkpoint() n = n + 1 end
assert(n == 5)
