-- ends: 124 stopped: the time limit was reached | 126 stopped: the memory limit was reached
local function deep(n) return 1 + deep(n + 1) end
while true do pcall(deep, 1) end
