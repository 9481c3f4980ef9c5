-- ends: 1 nothing is to be kept
local s = ('abc'):gsub('.', function(c) return spark.add{title = c, category = 'idea'}.points .. ',' end)
assert(s:find('%d'))
error('nothing is to be kept')
