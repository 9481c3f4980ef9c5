-- ends: 124 stopped: the time limit was reached | 126 stopped: the memory limit was reached
local t = {}
while true do
  local co = coroutine.create(function() coroutine.yield() end)
  coroutine.resume(co)
  t[#t + 1] = co
end
