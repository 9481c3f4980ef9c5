-- ends: 1 index is NaN
local t = {}
t[2^53] = 1
t[2^63] = 2
t[-0.0] = 3
assert(t[0] == 3)
t[0/0] = 1
