-- ends: 124 stopped: the time limit was reached
local s = ('x'):rep(2e7)
while true do utf8.len(s) end
