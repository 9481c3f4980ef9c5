-- A month of running in trackers: time, distance, weight, and stretching.
-- flint: --scratch --seed 11 --zone Europe/Rome --now 2026-03-31T21:00

-- A tracker has a name, optionally a target, and its own fields.
tracker.add{
  name = "Running", category = "health", goal = "Ten kilometres without a rest by summer",
  target = 600,   -- minutes in March
  fields = {{name = "Distance", type = "number"}, {name = "Route", type = "text"}},
  at = "2026-03-01T08:00",
}
tracker.add{name = "Weight", category = "health", at = "2026-03-01T08:01"}
tracker.add{name = "Stretching", at = "2026-03-01T08:02"}

-- A run every second day, a little longer each time; on Sundays the weight.
local day, distance = "2026-03-02", 4.0
while day < "2026-04-01" do
  local is_long = distance > 5
  tracker.add_entry("running", {
    minutes = 24 + math.floor(distance * 2), at = day .. "T07:10",
    title = is_long and "Long one" or nil, tags = {is_long and "long" or "easy"},
    values = {Distance = distance, Route = "Along the river"},
  })
  tracker.add_entry("Stretching", {done = clock.weekday(day) ~= "Friday", at = day .. "T07:50"})
  -- Lua's 4.1 + 0.1 is 4.199999999999999: numbers are rounded to six decimals.
  day, distance = clock.add_days(day, 2), distance + 0.1
end
for i, kilos in ipairs{"73.4", "73.1", "72.9", "72.95"} do   -- decimals as text are exact
  tracker.add_entry("Weight", {number = kilos, at = clock.add_days("2026-03-01", 7 * i) .. "T08:00"})
end

-- A value of the wrong type is refused, and so is an unknown tracker.
local ok, why = pcall(tracker.add_entry, "Running", {minutes = 30, values = {Distence = 5}})
assert(not ok)
print(why)
print(select(2, tracker.add_entry("Rowing", {minutes = 30})))

-- Corrects a mistyped entry.
for e in tracker.each_entry("Weight", {order = "newest", limit = 1}) do
  tracker.update_entry(e.id, {number = 72.6, notes = "Without the boots."})
end

for t in tracker.each{category = "health"} do
  print(("%s: %d entries on %d days, %.1f hours"):format(t.name, t.entries, t.active_days, t.hours))
end
local s = tracker.stats("Running")
print(("%.0f %% of %d minutes, on average %.1f"):format(
  s.progress * 100, s.target, s.by_kind.session.mean))
local kilometres = 0
for e in tracker.each_entry("Running", {tag = "long"}) do
  kilometres = kilometres + e.values.Distance
end
print(("Long runs: %.1f km"):format(kilometres))
local w = tracker.stats("Weight").by_kind.measurement
print(("Weight: %.2f to %.2f"):format(w.min, w.max))
local stretched = tracker.stats("Stretching").by_kind.checklist
print(("Stretched %d times of %d"):format(stretched.sum, stretched.entries))

-- A new field for intervals in April; the entries of March do not change.
tracker.update("Running", {name = "Running, spring", add_fields = {Intervals = "boolean"}, goal = false})
assert(tracker.get("running, SPRING").goal == nil)
print(#tracker.get("Running, spring").fields .. " fields")
