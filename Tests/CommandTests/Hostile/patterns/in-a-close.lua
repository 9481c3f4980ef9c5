-- ends: 124 stopped: the time limit was reached
local x <close> = setmetatable({}, { __close = function() (("a"):rep(100000)):match(("a-"):rep(20) .. "b") end })
