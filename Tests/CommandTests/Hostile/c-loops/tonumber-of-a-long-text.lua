-- ends: 124 stopped: the time limit was reached
local s = ('1'):rep(1e7)
while true do tonumber(s) tonumber(s, 10) end
