-- ends: 124 stopped: the time limit was reached
local s = ('x'):rep(1e7)
while true do s:reverse():upper():lower() end
