-- ends: 124 stopped: the time limit was reached | 126 stopped: the memory limit was reached
local t = setmetatable({}, { __mode = 'kv' })
for i = 1, math.huge do t[{}] = {} t[i] = ('x'):rep(100) end
