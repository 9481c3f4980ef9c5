-- ends: 124 stopped: the time limit was reached | 126 stopped: the memory limit was reached | 1 | 0
local day = '0001-01-01'
while true do day = clock.add_days(day, 1) end
