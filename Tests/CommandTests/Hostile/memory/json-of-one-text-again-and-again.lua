-- ends: 126 stopped: the memory limit was reached
-- A megabyte that stands in a table a million times: a copy of each would be a terabyte.
local s, t = ('x'):rep(1e6), {}
for i = 1, 1e5 do t[i] = s end
json.encode(t)
