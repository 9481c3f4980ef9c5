-- ends: 0
local m = {}
for _ = 1, 1000 do setmetatable({}, m) end
m.__gc = function() while true do end end
for _ = 1, 1000 do local t = {} end
