-- ends: 124 stopped: the time limit was reached
local m = {}
m.__concat = function(a, b) return a .. b end
local t = setmetatable({}, m)
while true do pcall(function() return t .. t end) end
