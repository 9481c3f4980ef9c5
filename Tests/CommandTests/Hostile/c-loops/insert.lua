-- ends: 124 stopped: the time limit was reached
table.insert(setmetatable({}, { __len = function() return math.maxinteger - 1 end, __index = function() return 1 end, __newindex = function() end }), 1, 0)
