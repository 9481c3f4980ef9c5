-- ends: 1 scripts may not set __gc
local f = coroutine.wrap(setmetatable)
f({}, { __gc = function() while true do end end })
