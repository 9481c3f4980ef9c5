-- ends: 124 stopped: the time limit was reached
local t = {}
for i = 1, 50000 do t[i .. 'k'] = i end
while true do for _ in pairs(t) do break end end
