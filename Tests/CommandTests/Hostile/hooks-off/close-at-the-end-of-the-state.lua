-- ends: 0
-- A coroutine that nobody closes: its variable is not closed at the end either.
local co = coroutine.create(function()
  local x <close> = setmetatable({}, { __close = function() while true do end end })
  coroutine.yield()
end)
coroutine.resume(co)
