-- ends: 124 stopped: the time limit was reached
coroutine.wrap(function() coroutine.wrap(function() coroutine.wrap(function()
  while true do pcall(function() while true do end end) end
end)() end)() end)()
