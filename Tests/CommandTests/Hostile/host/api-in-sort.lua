-- ends: 1 nothing is to be kept
local t = { 3, 2, 1, 5, 4 }
table.sort(t, function(a, b) spark.add{title = 's', category = 'idea'} return a < b end)
assert(table.concat(t) == '12345' and spark.count() > 5)
error('nothing is to be kept')
