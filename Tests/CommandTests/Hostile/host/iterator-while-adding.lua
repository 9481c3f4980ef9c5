-- ends: 1 nothing is to be kept
local n = 0
for s in spark.each() do spark.add{title = 'more', category = 'idea'} n = n + 1 end
assert(n == 5)
error('nothing is to be kept')
