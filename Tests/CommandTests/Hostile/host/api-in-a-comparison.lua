-- ends: 1 nothing is to be kept
local m = { __lt = function() spark.add{title = 's', category = 'idea'} return false end }
local t = {}
for i = 1, 9 do t[i] = setmetatable({}, m) end
table.sort(t)
error('nothing is to be kept')
