-- ends: 124 stopped: the time limit was reached | 126 stopped: the memory limit was reached
local t = {}
while true do t[#t + 1] = function() return t end end
