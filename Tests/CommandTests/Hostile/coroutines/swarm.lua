-- ends: 124 stopped: the time limit was reached
while true do coroutine.wrap(function() for _ = 1, 900 do end end)() end
