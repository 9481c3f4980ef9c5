-- ends: 124 stopped: the time limit was reached
local function run(n) return run(n + 1) end
run(0)
