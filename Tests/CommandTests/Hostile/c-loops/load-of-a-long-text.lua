-- ends: 124 stopped: the time limit was reached | 126 stopped: the memory limit was reached
local s = ('x=1 '):rep(5e6)
while true do load(s) end
