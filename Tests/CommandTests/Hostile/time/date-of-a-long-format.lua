-- ends: 124 stopped: the time limit was reached | 126 stopped: the memory limit was reached | 1 | 0
local f = ('%c'):rep(1e5)
while true do os.date(f) end
