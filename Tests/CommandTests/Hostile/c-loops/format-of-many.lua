-- ends: 124 stopped: the time limit was reached | 126 stopped: the memory limit was reached
while true do pcall(string.format, ('%s'):rep(1000), table.unpack(setmetatable({}, { __index = function() return ('x'):rep(1000) end }), 1, 1000)) end
