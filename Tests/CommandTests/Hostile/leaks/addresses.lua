-- ends: 0
for _, value in ipairs { {}, print, coroutine.create(print), spark, spark.add } do
  local text = tostring(value) .. string.format("%s", value)
  assert(not text:find("0x"), text)
end
local ok, e = pcall(error, {})
assert(not tostring(e):find("0x"))
