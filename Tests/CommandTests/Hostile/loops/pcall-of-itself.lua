-- ends: 124 stopped: the time limit was reached
local function again() pcall(again) again() end
again()
