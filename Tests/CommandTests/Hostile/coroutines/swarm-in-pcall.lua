-- ends: 124 stopped: the time limit was reached
while true do pcall(coroutine.wrap(function() while true do coroutine.yield() end end)) end
