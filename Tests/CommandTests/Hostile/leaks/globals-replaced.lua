-- ends: 0
for name in pairs(_G) do if name ~= "assert" and name ~= "_G" then _G[name] = nil end end
assert(print == nil and _G.spark == nil)
