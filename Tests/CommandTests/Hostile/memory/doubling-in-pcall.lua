-- ends: 124 stopped: the time limit was reached | 126 stopped: the memory limit was reached
local s = 'x'
while true do pcall(function() while true do s = s .. s end end) end
