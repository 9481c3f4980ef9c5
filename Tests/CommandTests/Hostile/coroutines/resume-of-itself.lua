-- ends: 124 stopped: the time limit was reached
local co
co = coroutine.create(function() while true do coroutine.resume(co) end end)
coroutine.resume(co)
