-- ends: 126 stopped: the memory limit was reached | 1 stack overflow
local function deep(n) return 1 + deep(n + 1) end
deep(1)
