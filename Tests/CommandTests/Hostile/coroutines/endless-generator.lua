-- ends: 124 stopped: the time limit was reached
for _ in coroutine.wrap(function() while true do coroutine.yield(1) end end) do end
