-- ends: 1 nothing is to be kept
local n = 0
for s in spark.each() do spark.remove(s.id) n = n + 1 end
assert(n == 5 and spark.count() == 0)
error('nothing is to be kept')
