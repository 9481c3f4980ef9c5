-- ends: 124 stopped: the time limit was reached
table.remove(setmetatable({}, { __len = function() return math.maxinteger end, __index = function() return 1 end, __newindex = function() end }), 1)
