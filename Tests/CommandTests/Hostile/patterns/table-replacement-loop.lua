-- ends: 124 stopped: the time limit was reached
return ("abc"):gsub(".", setmetatable({}, { __index = function() while true do end end }))
