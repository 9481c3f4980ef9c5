-- ends: 124 stopped: the time limit was reached
return table.concat(setmetatable({}, { __len = function() return 1e15 // 1 | 0 end, __index = function() return string.rep(string.char(), 1) end, __newindex = function() end }))
