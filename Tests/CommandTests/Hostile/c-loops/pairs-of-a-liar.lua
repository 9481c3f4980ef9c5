-- ends: 124 stopped: the time limit was reached
while true do for _ in pairs(setmetatable({}, { __pairs = function() return function() return 1 end end })) do end end
