-- ends: 124 stopped: the time limit was reached
table.sort(setmetatable({}, { __len = function() return 2^31 // 1 - 2 | 0 end, __index = function() return 1 end, __newindex = function() end }))
