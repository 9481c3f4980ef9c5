-- ends: 124 stopped: the time limit was reached
local s = ("x"):rep(1 << 22)
while true do s:gsub("", "") end
