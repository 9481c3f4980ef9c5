-- ends: 1 
local name = arg[0]:match('([^/]+)%.lua$')
require(name)
