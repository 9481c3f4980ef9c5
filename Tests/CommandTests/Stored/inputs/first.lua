-- Records something of every subject, with every field that one can have.
for i = 1, 40 do
  spark.add{
    title = "Spark " .. i, category = ({"decision", "energy", "idea", "experiment", "challenge"})[i % 5 + 1],
    intensity = ({"low", "medium", "high", "extreme"})[i % 4 + 1],
    at = ("2026-03-%02dT%02d:%02d"):format(i % 20 + 1, i % 24, i % 60),
    notes = i % 3 == 0 and "Notes,\nof two lines" or nil, tags = i % 2 == 0 and {"Red", "blue, green"} or nil,
    estimated = i % 4 == 0 and i or nil, actual = i % 5 == 0 and 2 * i or nil, key = i % 6 == 0 and "k" .. i or nil,
  }
end
spark.add{title = "Travelling", category = "idea", at = "2026-03-04T23:30:00+09:00"}
spark.add{title = "Twice", category = "idea", at = "2026-03-05T10:00"}
spark.add{title = "Twice", category = "idea", at = "2026-03-05T10:00"}
card.roll("idea", {at = "2026-03-06T12:00"})

project.add("House", "Walls and roof", {at = "2026-03-01T08:00"})
local ids = {}
for i, priority in ipairs{"P0", "P1", "P2", "P3"} do
  ids[i] = task.add{
    name = "Task " .. i, priority = priority, details = i == 1 and "All of it" or nil, project = i < 3 and "House" or nil,
    due = ("2026-03-%02d"):format(i + 3), at = ("2026-03-01T09:0%d"):format(i),
  }.id
end
task.complete(ids[1], {at = "2026-03-02T10:00"})
task.complete(ids[2], {at = "2026-03-03T10:00"})
task.reopen(ids[2], {at = "2026-03-03T11:00"})
task.update(ids[3], {name = "Task three", priority = "P0", at = "2026-03-03T12:00"})
task.complete(ids[3], {at = "2026-03-03T13:00"})
project.rename("House", "Home", {at = "2026-03-04T08:00"})

for _, name in ipairs{"harbour", "lighthouse"} do
  quest.load("inputs/quests/" .. name .. ".json", {at = "2026-03-05T09:00"})
end
for i = 1, 4 do
  local node = quest.available()[1]
  if node then quest.complete(node.set .. "/" .. node.id, {at = ("2026-03-05T10:%02d"):format(i)}) end
end
quest.set_level(5, {at = "2026-03-05T11:00"})

mood.record("2026-03-01", "good", {note = "Sun"})
mood.record("2026-03-02", "bad")
mood.record("2026-03-02", "average", {note = "Later"})
mood.record("2026-03-06", "great")
mood.fill(true)

journey.start("2026-03-01", {at = "2026-03-01T07:00"})
for day = 1, 9 do
  activity.record("journal", "Day " .. day, {at = ("2026-03-%02dT21:00"):format(day)})
  if day % 3 == 0 then activity.record("sos", nil, {at = ("2026-03-%02dT22:00"):format(day)}) end
  if day % 2 == 0 then activity.record("self_care", nil, {at = ("2026-03-%02dT20:00"):format(day)}) end
end

tracker.create{
  name = "Running", description = "Along the river", category = "health", goal = "Ten kilometres", target = 600,
  fields = {{name = "Distance", type = "number"}, {name = "Route", type = "text"}}, at = "2026-03-01T06:00",
}
tracker.create{name = "Weight", category = "health", at = "2026-03-01T06:01"}
for day = 1, 8 do
  tracker.entry("Running", {
    minutes = 20 + day, at = ("2026-03-%02dT07:10"):format(day), title = "Run " .. day, notes = "Wet", tags = {"easy"},
    values = {Distance = day + 0.5, Route = "River"},
  })
end
tracker.entry("Weight", {number = "73.4", at = "2026-03-02T08:00"})
tracker.entry("Weight", {rating = 4, at = "2026-03-03T08:00"})
tracker.entry("Weight", {text = "Forgot", at = "2026-03-04T08:00"})
tracker.entry("Weight", {done = true, at = "2026-03-05T08:00"})
