-- ends: 0
for level = 0, 50 do
  local info = debug.getinfo(level, "Slntuf")
  if not info then break end
  for key, value in pairs(info) do
    assert(key ~= "func" and key ~= "activelines" and type(value) ~= "function" and type(value) ~= "table", key)
    assert(not tostring(value):find("/Sources/"), key)
  end
end
assert(not debug.traceback():find("[C]", 1, true))
