-- flint test examples/scripts

-- Its players have their own seed, so that of the profile does not matter.
local function rate_of(text, target) return tonumber(text:match("\n +" .. target .. " +([%d.]+) %%  ")) end

-- Two sparks on each Monday of January 2026, seen from Monday the 2nd of February: Poisson with a mean of 2.
local function mondays(t)
  t.clock("2026-02-02T09:00")
  for _, day in ipairs{"05", "12", "19", "26"} do
    for hour = 8, 9 do
      spark.add{title = "Drew", category = "idea", at = ("2026-01-%sT%02d:00"):format(day, hour)}
    end
  end
end

test("players behave like the profile", function(t)
  mondays(t)
  local output = t.run("mission_designer.lua", {"--players", "60"})
  t.has(output, "Players record 2.0 sparks a week, as you did from 2026-01-05 to 2026-02-01.\n")
  -- At least one 1 - e⁻², two 1 - 3e⁻², three 1 - 5e⁻². Of 60 × 12 weeks a share of 0.59 has a standard
  -- error of 1.8 %.
  t.near(rate_of(output, 1), 86.5, 5)
  t.near(rate_of(output, 2), 59.4, 6)
  t.near(rate_of(output, 3), 32.3, 6)
  t.has(output, " %  <-\n       3 ")  -- 59.4 is nearest to 60
  t.has(output, "metric = \"sparks\", target = 2, reward = ")
  local reward, low, high = output:match("\nReward: (%d+) %((%d+) to (%d+)%)")
  reward, low, high = tonumber(reward), tonumber(low), tonumber(high)
  t.ok(low <= reward and reward <= high and reward % 10 == 0)
end)

test("a metric that players never reach has no target", function(t)
  mondays(t)
  local output = t.run("mission_designer.lua", {"--players", "20", "--category", "energy"})
  t.eq(rate_of(output, 1), 0)
  t.has(output, "No target is near that rate")
  output = t.run("mission_designer.lua", {"--players", "20", "--metric", "spark_days", "--rate", "90"})
  t.eq(rate_of(output, 2), 0)  -- Mondays only
  t.has(output, "metric = \"spark_days\", target = 1, reward = ")
end)

test("without a history players record three sparks a day", function(t)
  local output = t.run("mission_designer.lua", {"--players", "40", "--window", "day", "--metric", "spark_days"})
  t.has(output, "No sparks in the weeks before: players record three a day, of all categories equally often.\n")
  t.near(rate_of(output, 1), 95.0, 1.5)  -- 1 - e⁻³; 3360 days have a standard error of 0.4 %
end)

test("contradictory options are refused before the simulation", function(t)
  local function refused(text, ...)
    local given = {...}
    t.fails(function() t.run("mission_designer.lua", given) end, text)
  end
  refused("--step: expected at least 1", "--step", "0")
  refused("--step: expected at most 5", "--metric", "distinct_categories", "--step", "6")
  refused("--step: expected at most 1", "--metric", "spark_days", "--window", "day", "--step", "2")
  refused("--category goes with sparks", "--metric", "earned_points", "--category", "idea")
  refused("--players: expected at least 2", "--players", "1")
  refused("--window", "--window", "month")
end)
