-- ends: 124 stopped: the time limit was reached
local m = { __lt = function() while true do end end }
local a, b = setmetatable({}, m), setmetatable({}, m)
while true do pcall(function() return a < b end) end
