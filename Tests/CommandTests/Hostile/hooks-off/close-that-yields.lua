-- ends: 1 
local co = coroutine.wrap(function()
  local x <close> = setmetatable({}, { __close = function() while true do coroutine.yield() end end })
  error("out")
end)
co()
for _ = 1, 100 do co() end
co = coroutine.create(function()
  local x <close> = setmetatable({}, { __close = function() coroutine.yield() end })
end)
coroutine.resume(co)
coroutine.close(co)
error("done")
