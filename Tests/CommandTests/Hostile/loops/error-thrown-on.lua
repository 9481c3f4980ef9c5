-- ends: 124 stopped: the time limit was reached
local ok, e = pcall(error, {})
while true do ok, e = pcall(error, e) end
