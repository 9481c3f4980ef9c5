-- ends: 1 stopped: the output limit was reached
error(setmetatable({}, { __tostring = function() while true do print('x') end end }))
