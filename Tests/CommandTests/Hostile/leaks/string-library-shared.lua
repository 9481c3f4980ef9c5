-- ends: 0
-- Changing the library changes it for the script alone: the host's own texts come out as ever.
string.format = nil
string.rep = function() return "evil" end
setmetatable(_G, { __index = function() return "evil" end })
assert(profile().level_title ~= "evil")
