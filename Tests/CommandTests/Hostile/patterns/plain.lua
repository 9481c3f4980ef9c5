-- ends: 124 stopped: the time limit was reached
local s = ("x"):rep(1 << 24)
while true do s:find("y", 1, true) end
