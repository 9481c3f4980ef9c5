-- ends: 1 
local function nest() return coroutine.wrap(nest)() end
nest()
