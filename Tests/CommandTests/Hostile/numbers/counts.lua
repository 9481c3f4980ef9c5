-- ends: 1 
-- No number is too odd to be refused properly.
local odd = { math.mininteger, math.maxinteger, 0/0, 1/0, -1/0, 2^53 + 1.5, 1e308, -1e308, 5e-324, -0.0, 0.5, 2^63 }
local calls = {
  function(n) return card.roll("idea", { count = n }) end,
  function(n) return spark.each{limit = n}() end,
  function(n) return task.add{name = "t", priority = n} end,
  function(n) return mood.add{mood = n, day = "2026-03-01"} end,
  function(n) return stats.series{metric = "sparks", since = n} end,
  function(n) return stats.series{metric = "sparks", by = n} end,
  function(n) return clock.add_days("2026-03-01", n) end,
  function(n) return clock.day(n) end,
  function(n) return clock.week(n) end,
  function(n) return os.date("%c", n) end,
  function(n) return os.time{year = n, month = n, day = n} end,
  function(n) return os.time{year = 2026, month = 3, day = 1, hour = n, min = n, sec = n} end,
  function(n) return odds.weights{weights = { n, 1 }} end,
  function(n) return audit.counts{counts = { n, 1 }, rates = { 1, 1 }} end,
  function(n) return audit.counts{counts = { 1, 1 }, rates = { n, 1 }} end,
  function(n) return progress(n, n) end,
  function(n) return quest.set_level(n) end,
  function(n) return history.each{limit = n}() end,
  function(n) return due.each{within = n}() end,
  function(n) return json.encode(n) end,
  function(n) return math.random(n) end,
  function(n) return string.rep("x", n) end,
  function(n) return ("x"):sub(n, n) end,
  function(n) return ("x"):byte(n, n) end,
  function(n) return ("x"):find("x", n) end,
  function(n) return utf8.char(n) end,
  function(n) return utf8.codepoint("x", n, n) end,
  function(n) return utf8.offset("x", n, n) end,
  function(n) return table.concat({ "x" }, "", n, n) end,
  function(n) return table.unpack({ 1 }, n, n) end,
  function(n) return table.insert({ 1 }, n, 1) end,
  function(n) return table.remove({ 1 }, n) end,
  function(n) return select(n, 1) end,
  function(n) return math.tointeger(n), math.floor(n), math.ceil(n), math.fmod(n, 3), math.ult(n, 1) end,
  function(n) return string.format("%d %x %c %5.1f %g %i", n, n, n, n, n, n) end,
  function(n) return 1 << n, n // 1, n % 7, n ^ n end,
  function(n) return n // 0 end,
}
local refused = 0
for _, call in ipairs(calls) do
  for _, n in ipairs(odd) do
    if n > 1e9 and call == calls[22] then goto next end  -- memory is another matter
    local ok, e = pcall(call, n)
    if not ok then refused = refused + 1 assert(type(e) == "string", e) end
    ::next::
  end
end
assert(refused > 100, refused)
error("nothing is to be kept")
