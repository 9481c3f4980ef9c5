-- ends: 0
local _, e = json.decode('[')
assert(getmetatable(e) == false)
assert(not pcall(setmetatable, e, nil))
