-- ends: 1 contains itself
local t = {}
t.t = t
json.encode(t)
