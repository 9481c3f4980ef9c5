-- ends: 1 
local function chain(n)
  local x <close> = setmetatable({}, { __close = function(_, e) error(tostring(e) .. n) end })
  if n > 0 then chain(n - 1) end
  error("down ")
end
chain(60)
