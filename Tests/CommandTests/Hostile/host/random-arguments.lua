-- ends: 1 nothing is to be kept
-- run: --time 600s --max-memory 512MiB --max-output 1MiB
-- Every function of the API with tuples of every kind of value: each call ends with results or a message.
local values = {
  false, true, 0, 1, -1, math.mininteger, math.maxinteger, 0.5, 0/0, 1/0, 1e308, "", "x", "idea", "2026-03-01",
  ("f"):rep(32), "\0", "\xff", ("x"):rep(5000), {}, { 1, 2 }, { title = "x" }, { title = "x", category = "idea" },
  { x = {} }, setmetatable({}, { __index = error }), print, coroutine.create(print), function() return {} end,
  spark, select(4, spark.each()),
}
local state = 12345
local function random(n)
  state = (state * 6364136223846793005 + 1442695040888963407)
  return ((state >> 33) % n) + 1
end
local names = {}
for name, module in pairs(_G) do
  if type(module) == "table" and name ~= "_G" and name ~= "package" and name ~= "coroutine" then
    for key, f in pairs(module) do
      if type(f) == "function" then names[#names + 1] = { name .. "." .. key, f } end
    end
  end
end
assert(#names > 120, #names)
for round = 1, 4000 do
  local name, f = table.unpack(names[random(#names)])
  local arguments = {}
  local count = random(4) - 1
  for i = 1, count do
    local place = random(#values + 1)
    arguments[i] = values[place]
  end
  local skipped = name == "string.rep" or name == "checkpoint" or name == "log.info" or name == "log.warn" or name == "log.error" or name == "args.parse" or name == "io.write"
  if not skipped then
    local ok, e = pcall(f, table.unpack(arguments, 1, count))
    if not ok and type(e) ~= "string" and name ~= "table.unpack" and name ~= "coroutine.wrap" then
      assert(e == nil or type(e) ~= "nil", name)
    end
  end
end
error("nothing is to be kept")
