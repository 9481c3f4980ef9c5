-- ends: 124 stopped: the time limit was reached | 126 stopped: the memory limit was reached
local s = ('x'):rep(1e6)
while true do pcall(error, s .. 'y') end
