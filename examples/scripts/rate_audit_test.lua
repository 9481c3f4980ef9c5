-- flint test examples/scripts

test("without a card there is nothing to audit", function(t)
  require("rate_audit")
  t.eq(t.output(), "There is nothing to audit: no card has come yet.\n")
end)

test("every card is counted, and held against the effective rates", function(t)
  for i = 1, 100 do spark.add{title = "Try " .. i, category = i % 2 == 0 and "idea" or "energy"} end
  require("rate_audit")
  t.ok((t.output():find("100 draws, rulebook ignition", 1, true)))
  local came = 0
  for n in t.output():gmatch("\n%l+ +(%d+) +[%d.]+ +[%d.]+ %%") do came = came + n end
  t.eq(came, 100)
  -- Half energy, which has no legendary card: 2 % become 1 % legendary and 1 % epic.
  t.ok((t.output():find("legendary +%d+ +1%.0 .- 2 %% +1%.00 %%")))
end)
