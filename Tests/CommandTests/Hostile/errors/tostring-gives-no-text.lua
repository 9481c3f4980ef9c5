-- ends: 1 error value whose __tostring failed
error(setmetatable({}, { __tostring = function() return {} end }))
