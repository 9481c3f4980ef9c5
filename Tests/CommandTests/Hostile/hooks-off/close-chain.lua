-- ends: 124 stopped: the time limit was reached
local function chain(n)
  local x <close> = setmetatable({}, { __close = function() while true do pcall(error) end end })
  if n > 0 then chain(n - 1) end
  error("down")
end
while true do pcall(chain, 30) end
