-- ends: 126 stopped: the memory limit was reached
error(setmetatable({}, { __tostring = function() local s = 'x' while true do s = s .. s end end }))
