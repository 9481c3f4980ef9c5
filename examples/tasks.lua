-- A working day as tasks: what is due, the score, and what moves to tomorrow.
-- flint: --scratch --seed 3 --zone Europe/Rome --now 2026-03-06T21:00

local today = clock.day()                   -- Friday, 2026-03-06

-- A week's plan. Priorities are P0 to P3 (7, 4, 3 and 2 points when done).
project.add("Garden", "Everything that grows", {at = "2026-03-02T08:00"})
local plan = {
  {name = "Prune the roses", project = "garden", priority = "P1", due = "2026-03-04"},
  {name = "Sow peas", project = "Garden", due = today},
  {name = "Answer the tax letter", priority = "P0", due = today, details = "Form 7 is in the drawer"},
  {name = "Read two chapters", type = "evening", priority = "P3", due = today},
  {name = "Book the train", type = "upcoming", due = "2026-03-12"},
  {name = "Learn to juggle", type = "inbox", priority = 4},   -- 4 is stored for P3
}
local ids = {}
for i, t in ipairs(plan) do
  t.at = "2026-03-02T08:00"
  ids[i] = task.add(t).id
end

-- The letter was completed in the morning, the peas at noon, and the roses later.
assert(task.complete(ids[3], {at = "2026-03-06T09:10"}).score == 7)
task.complete(ids[2], {at = "2026-03-06T12:00"})
task.complete(ids[1], {at = "2026-03-06T17:30"})
print("score today", task.day_score())

-- Completing a task twice scores once; reopening it removes the score from its day.
local again, why = task.complete(ids[3])
assert(not again)
print("again?", why.message)
task.reopen(ids[2])
print("after reopening the peas", task.day_score())

-- The open tasks move to tomorrow with a higher priority.
for t in task.each{status = "open", due_since = today, due_before = "2026-03-07"} do
  task.update(t.id, {due = "2026-03-07", priority = "P1"})
end

for _, view in ipairs{"morning", "evening", "upcoming", "inbox", "overdue", "completed"} do
  local names = {}
  for t in task.each{view = view} do names[#names + 1] = t.name end
  print(view, table.concat(names, ", "))
end

-- Renaming a project keeps its tasks.
project.update("Garden", {name = "Allotment"})
for p in project.each() do print(p.name, p.open .. " open", p.completed .. " completed") end

local a = task.analytics{since = "2026-03-02", before = "2026-03-07"}
print("completed " .. a.completed .. " of " .. a.of, "streak " .. a.streak)
for _, p in ipairs(a.by_priority) do print(p.priority, p.score, p.open .. " open") end
