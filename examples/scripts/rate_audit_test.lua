-- flint test examples/scripts

test("without a card there is nothing to audit", function(t)
  t.eq(t.run("rate_audit.lua"), "There is nothing to audit: no card was drawn yet.\n")
end)

-- Fifty sparks of each of two categories, five on each day of January up to the twentieth: more draw no card.
local function fill(t)
  t.clock("2026-01-20T12:00")
  for i = 1, 100 do
    spark.add{title = "Try " .. i, category = i % 2 == 0 and "idea" or "energy",
      at = ("2026-01-%02dT%02d:%02d"):format((i + 4) // 5, i % 12, i % 60)}
  end
end

local function drawn(text)
  local sum = 0
  for n in text:gmatch("\n%l+ +(%d+) +[%d.]+ +[%d.]+ %%") do sum = sum + n end
  return sum
end

test("every card is counted and compared with the effective rates", function(t)
  fill(t)
  local output = t.run("rate_audit.lua")
  t.has(output, "100 draws, rulebook " .. profile().rulebook .. "\n")
  t.eq(drawn(output), 100)
  -- Half energy, which has no legendary card: 2 % become 1 % legendary and 1 % epic.
  t.ok(output:find("\nlegendary +%d+ +1%.0 .- 2 %% +1%.00 %%\n"))
  t.ok(output:find("\nepic +%d+ +9%.0 .- 8 %% +9%.00 %%\n"))
  t.has(output, "  legendary at 1.2 % instead of 1 %: detected in 80 % of audits of ")
  t.has(t.run("rate_audit.lua", {"--detect", "50%"}), "  common    at 90 % instead of 60 %: detected")
end)

test("since a day, first copies and duplicates count from that day on", function(t)
  fill(t)
  local output = t.run("rate_audit.lua", {"--since", "2026-01-11"})
  t.has(output, "50 draws since 2026-01-11, rulebook " .. profile().rulebook .. "\n")
  t.eq(drawn(output), 50)
  t.eq(drawn(t.run("rate_audit.lua", {"--since", "2026-01-01"})), 100)
  t.eq(t.run("rate_audit.lua", {"--since", "2026-01-21"}), "No card was drawn since 2026-01-21.\n")
end)

test("with --strict it fails only if something looks off", function(t)
  fill(t)
  local off = t.run("rate_audit.lua", {"--alpha", "0.2"}):find("This looks off", 1, true)
  local ended, why = pcall(t.run, "rate_audit.lua", {"--alpha", "0.2", "--strict"})
  t.eq(ended, off == nil)
  t.eq(why:find(" is below 0.2", 1, true) ~= nil, not ended)
  t.fails(function() t.run("rate_audit.lua", {"--alpha", "0"}) end, "--alpha: expected a number up to 0.2")
end)
