-- ends: 0
local name = ("n"):rep(1e5)
local text = load(("local function %s() return (debug.traceback()) end return (%s())"):format(name, name),
  "=" .. ("c"):rep(1e5))()
assert(#text < 2000)
