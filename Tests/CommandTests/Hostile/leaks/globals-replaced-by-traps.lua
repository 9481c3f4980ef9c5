-- ends: 0
local real_print = print
tostring, pairs, next, type, error, getmetatable = nil
setmetatable(_G, { __index = error, __newindex = function(_, k) real_print("set", k) end })
x = 1
