-- ends: 126 stopped: the memory limit was reached | 124 stopped: the time limit was reached
local all = {}
while true do all[#all + 1] = debug.traceback(#all .. ("x"):rep(10000)) end
