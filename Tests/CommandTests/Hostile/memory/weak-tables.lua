-- ends: 1 scripts may not set __mode
local t = setmetatable({}, { __mode = 'kv' })
for i = 1, math.huge do t[{}] = {} t[i] = ('x'):rep(100) end
