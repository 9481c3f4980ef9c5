-- ends: 124 stopped: the time limit was reached
local function nest() pcall(coroutine.wrap(nest)) end
while true do nest() end
