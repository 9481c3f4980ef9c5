-- ends: 124 stopped: the time limit was reached
local function guard()
  return setmetatable({}, { __close = function() for _ = 1, 1e9 do end error("hidden") end })
end
local a <close> = guard()
local b <close> = guard()
while true do end
