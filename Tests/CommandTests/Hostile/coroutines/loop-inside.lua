-- ends: 124 stopped: the time limit was reached
coroutine.wrap(function() while true do end end)()
