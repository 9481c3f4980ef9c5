-- ends: 124 stopped: the time limit was reached | 126 stopped: the memory limit was reached
-- Keys that all fall into one chain, as long as the table has a power of two of places.
local t = {}
local step = (1 << 20) - 1
while true do
  for i = 1, 1 << 17 do t[i * step * 3 * 5 * 17 * 31] = i end
  t = {}
end
