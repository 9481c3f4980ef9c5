-- ends: 124 stopped: the time limit was reached | 1 
local t = setmetatable({}, {})
getmetatable(t).__call = t
t()
