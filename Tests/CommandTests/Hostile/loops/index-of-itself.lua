-- ends: 1 '__index' chain too long; possible loop
local t = {}
setmetatable(t, { __index = t })
getmetatable(t).__index = t
return t.x
