-- Two days before a journey: what is due, in two tones.
-- flint: --scratch --seed 7 --zone Europe/Rome --now 2026-03-05T18:00

-- What happened so far.
local function at(day, hour) return ("2026-03-%02dT%02d:00"):format(day, hour) end
local plants = task.add{name = "Find someone for the plants", due = "2026-03-03", priority = "P1", at = at(1, 9)}
task.add{name = "Pack", due = "2026-03-06", project = "Journey", at = at(1, 9)}
task.add{name = "Print the tickets", due = "2026-03-07", priority = "P0", project = "Journey", at = at(1, 9)}
task.add{name = "Call the taxi", reminder = "2026-03-06T20:30", project = "Journey", at = at(1, 9)}
for day = 2, 4 do
  spark.add{title = "Learned ten words", category = "experiment", at = at(day, 8)}
end
spark.add{title = "Learned ten more", category = "experiment", at = at(4, 19)}

local function show(tone)
  for d in due.each{within = "2d", tone = tone} do
    print(("%-10s  %-8s  %s\n            %s"):format(d.due:sub(1, 10), d.kind, d.title, d.detail))
  end
end

print("Kindly:")
show("nice")

-- After one task and one spark, neither is on the list any more.
task.complete(plants.id)
spark.add{title = "Learned the numbers", category = "experiment"}
local kinds = {}
for d in due.each() do kinds[d.kind] = (kinds[d.kind] or 0) + 1 end
assert(not kinds.overdue and not kinds.streak)
assert(kinds.task == 2 and kinds.reminder == 1)

print("Less kindly:")
show("rude")

-- The calendar has the same entries, with ids that never change.
local calendar = due.calendar{kinds = {"task", "reminder"}}
local _, todos = calendar:gsub("BEGIN:VTODO", "")
assert(todos == 3 and calendar == due.calendar{kinds = {"task", "reminder"}})
print(("A calendar with %d to-dos, %d alarm"):format(todos, select(2, calendar:gsub("BEGIN:VALARM", ""))))
