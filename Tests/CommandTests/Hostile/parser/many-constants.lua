-- ends: 124 stopped: the time limit was reached | 126 stopped: the memory limit was reached | 0
local t = {}
for i = 1, 300000 do t[i] = i .. '.5' end
load('return {' .. table.concat(t, ',') .. '}')
