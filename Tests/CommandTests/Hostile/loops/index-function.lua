-- ends: 124 stopped: the time limit was reached
local t = setmetatable({}, { __index = function(t, k) return t[k + 1] end })
while true do pcall(function() return t[1] end) end
