-- ends: 1 done
for _, n in ipairs{0, 1, 3, math.maxinteger, math.maxinteger - 1, 2^53} do
  for _, m in ipairs{0, 1, 7, math.maxinteger} do progress(math.tointeger(n), m, "x") end
end
pcall(progress, -1, 5) pcall(progress, 0/0, 5) pcall(progress, 1, 1e308) pcall(progress, 1, 2^63)
error("done")
