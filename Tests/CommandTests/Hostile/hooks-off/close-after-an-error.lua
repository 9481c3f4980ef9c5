-- ends: 124 stopped: the time limit was reached
local x <close> = setmetatable({}, { __close = function() while true do end end })
error("now")
