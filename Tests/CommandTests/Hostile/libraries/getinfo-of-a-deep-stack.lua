-- ends: 124 stopped: the time limit was reached | 126 stopped: the memory limit was reached
local function deep(n)
  if n == 0 then while true do debug.getinfo(100000) debug.traceback("", 2) end end
  return (deep(n - 1))
end
deep(50000)
