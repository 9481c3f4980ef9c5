-- ends: 124 stopped: the time limit was reached
for _ in function() end, nil, nil, setmetatable({}, { __close = function() while true do end end }) do end
