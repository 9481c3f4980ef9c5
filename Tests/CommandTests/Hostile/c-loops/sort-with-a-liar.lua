-- ends: 1 invalid order function for sorting
local t = {}
for i = 1, 100 do t[i] = i % 7 end
table.sort(t, function() return true end)
