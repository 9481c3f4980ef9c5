-- ends: 124 stopped: the time limit was reached | 126 stopped: the memory limit was reached | 1 stack overflow
local function grow(...) return grow(1, ...) end
grow()
