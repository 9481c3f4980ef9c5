-- ends: 124 stopped: the time limit was reached
local main = coroutine.running()
local inner
local outer = coroutine.create(function()
  inner = coroutine.create(function() while true do pcall(coroutine.resume, main) pcall(coroutine.close, inner) end end)
  coroutine.resume(inner)
  while true do coroutine.resume(inner) end
end)
while true do coroutine.resume(outer) end
