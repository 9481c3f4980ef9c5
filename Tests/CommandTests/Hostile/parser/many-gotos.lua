-- ends: 124 stopped: the time limit was reached | 126 stopped: the memory limit was reached | 0 | 1 
local t = {}
for i = 1, 20000 do t[i] = 'do goto e end' end
load(table.concat(t, ' ') .. ' ::e::')
