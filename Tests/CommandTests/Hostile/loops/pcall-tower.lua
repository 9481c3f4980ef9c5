-- ends: 124 stopped: the time limit was reached
local function tower(n)
  if n == 0 then while true do end end
  pcall(tower, n - 1)
  while true do end
end
tower(150)
