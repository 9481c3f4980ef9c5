-- The benchmark "script": records arg[1] sparks, like scripts/bench/peers/script_peer.py.
local n = tonumber(arg[1]) or 1000000
local categories = {[0] = "decision", "energy", "idea", "experiment", "challenge"}
local intensities = {[0] = "low", "medium", "high", "extreme"}
local add = spark.add
local x = 42
for i = 0, n - 1 do
  x = (x * 1103515245 + 12345) & 0x7FFFFFFF
  add{
    category = categories[(x >> 16) % 5],
    intensity = intensities[x >> 12 & 3],
    title = "Spark " .. i,
    at = 1735689600 + i * 31557 / 1000,
  }
end
print(profile().points.total)
