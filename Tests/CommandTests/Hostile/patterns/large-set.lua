-- ends: 124 stopped: the time limit was reached
local set = "[" .. ("b"):rep(200000) .. "]"
return (("a"):rep(200000)):find(set)
