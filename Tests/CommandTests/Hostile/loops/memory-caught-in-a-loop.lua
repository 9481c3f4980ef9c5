-- ends: 124 stopped: the time limit was reached | 126 stopped: the memory limit was reached
local hoard = {}
while true do
  pcall(function() while true do hoard[#hoard + 1] = ("x"):rep(100000) .. #hoard end end)
end
