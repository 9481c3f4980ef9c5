-- ends: 0 | 126 stopped: the memory limit was reached
local function deep() return 1 + deep() end
local ok, text = xpcall(deep, debug.traceback)
assert(not ok and type(text) == "string" and #text < 10000)
