-- ends: 124 stopped: the time limit was reached
-- Whoever gets the stop into hand could go on.
local caught = 0
while true do
  local ok, e = xpcall(function() while true do end end, function(e) caught = caught + 1 return e end)
  caught = caught + (ok and 0 or 1)
  for _ = 1, 1e7 do end
end
