-- ends: 1 scripts may not set __gc
setmetatable({}, { __gc = function() while true do end end })
