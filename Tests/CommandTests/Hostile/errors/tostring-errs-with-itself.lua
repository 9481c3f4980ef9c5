-- ends: 1 error value whose __tostring failed
local e = {}
setmetatable(e, { __tostring = function() error(e) end })
error(e)
