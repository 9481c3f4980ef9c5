-- ends: 124 stopped: the time limit was reached | 126 stopped: the memory limit was reached
local t = {}
for i = 1, math.huge do t['k' .. i] = true end
