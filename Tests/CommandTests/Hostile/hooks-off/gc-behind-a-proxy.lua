-- ends: 0
-- Only what the metatable has itself counts as __gc.
setmetatable({}, setmetatable({}, { __index = { __gc = function() while true do end end } }))
for _ = 1, 100000 do local t = {} end
