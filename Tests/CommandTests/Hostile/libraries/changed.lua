-- ends: 0
for _, t in ipairs{io, io.stdout, io.stderr, io.stdin, package, package.loaded, package.preload, debug} do
  assert(not pcall(function() t.x = 1 end) and not pcall(rawset, t, "write", print) and not pcall(setmetatable, t, {}))
  assert(getmetatable(t) == false and rawget(t, "x") == nil and next(t) == nil)
  for key in pairs(t) do assert(not pcall(function() t[key] = print end)) end
end
assert(getmetatable(io.open) == nil and not pcall(io.open, "x") and not pcall(io.popen, "ls"))
assert(package.loaded.spark == spark and require("spark") == spark)
