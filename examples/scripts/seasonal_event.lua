-- A seasonal event: for some weeks sparks and tasks earn tokens, and tokens climb a ladder of rewards.
--
-- flint run seasonal_event.lua -- --since 2026-08-01 --before 2026-09-01 --double challenge
--
-- The tokens are entries of a tracker named after the event, one for each spark and each task. It can
-- be run repeatedly, for example by cron: existing entries stay, and those whose spark or task was
-- changed or removed are updated or removed. flint run --dry-run reports what would change. Needs no
-- permissions.

local given = args.parse{
  summary = "Pays tokens for the sparks and tasks of an event, and shows the standings.",
  {"--name", default = "Harvest", help = "The name of the event and its tracker."},
  {"--since", type = "day", default = "2026-08-01", help = "The first day of the event."},
  {"--before", type = "day", default = "2026-09-01", help = "The first day after the event."},
  {"--double", choices = {"decision", "energy", "idea", "experiment", "challenge"}, many = true,
    help = "A category whose sparks earn twice as much."},
  {"--double-project", many = true, help = "A project whose tasks earn twice as much."},
}

-- The tokens and the rewards. Adapt these before the event begins.
local tokens = {decision = 2, energy = 3, idea = 2, experiment = 4, challenge = 5}
local function tokens_of_task(t) return t.score end
local ladder = {
  {at = 25, reward = "a coffee out"}, {at = 50, reward = "an evening off"},
  {at = 100, reward = "a new book"}, {at = 200, reward = "a day by the sea"},
}

local today = clock.day()
if given.before <= given.since then fail("--before: expected a day after " .. given.since) end
if today < given.since then return print(("%s begins on %s."):format(given.name, given.since)) end

local twice = {}
for _, name in ipairs(given.double or {}) do twice[name] = true end
for _, name in ipairs(given.double_project or {}) do twice["project " .. name:lower()] = true end

-- The wanted entries: one for each spark and each completed task within the event.
local wanted = {}
for s in spark.each{since = given.since, before = given.before} do
  wanted[s.id] = {number = tokens[s.category] * (twice[s.category] and 2 or 1),
    title = s.title, tags = {s.category}, at = s.at}
end
for t in task.each{status = "completed"} do
  if t.completed_day >= given.since and t.completed_day < given.before then
    wanted[t.id] = {number = tokens_of_task(t) * (twice["project " .. t.project:lower()] and 2 or 1),
      title = t.name, tags = {"tasks"}, at = t.completed_at}
  end
end

if not tracker.get(given.name) then
  assert(tracker.add{
    name = given.name, category = "personal", goal = "Tokens of the event",
    target = ladder[#ladder].at, fields = {Source = "text"}, at = given.since .. "T00:00",
  })
end

-- The existing entries: kept, updated or removed.
local kept, updated, removed, added = 0, 0, 0, 0
for e in tracker.each_entry(given.name, {kind = "measurement"}) do
  local w = wanted[e.values.Source]
  if not w then
    tracker.remove_entry(e.id)
    removed = removed + 1
  elseif w.number ~= e.number or w.title ~= e.title or w.tags[1] ~= e.tags[1] or w.at ~= e.at then
    tracker.update_entry(e.id, {number = w.number, title = w.title, tags = w.tags, at = w.at})
    updated = updated + 1
  else
    kept = kept + 1
  end
  if w then w.is_there = true end
end
for id, w in pairs(wanted) do
  if not w.is_there then
    assert(tracker.add_entry(given.name, {number = w.number, title = w.title, tags = w.tags, at = w.at,
      values = {Source = id}, key = "token/" .. id}))
    added = added + 1
  end
end

-- The board: tokens by category, with the number of sparks or tasks.
local board, total = {}, 0
for e in tracker.each_entry(given.name, {kind = "measurement"}) do
  local row = board[e.tags[1]]
  if not row then
    row = {name = e.tags[1], count = 0, tokens = 0}
    board[e.tags[1]], board[#board + 1] = row, row
  end
  row.count, row.tokens, total = row.count + 1, row.tokens + e.number, total + e.number
end
table.sort(board, function(a, b)
  if a.tokens ~= b.tokens then return a.tokens > b.tokens end
  return a.name < b.name
end)
local left = clock.days_between(today, given.before)
print(("%s, %s to %s, %s"):format(given.name, given.since, clock.add_days(given.before, -1),
  left > 1 and ("%d days left"):format(left) or left == 1 and "the last day" or "over"))
print(("Entries: %d added, %d updated, %d removed, %d unchanged\n"):format(
  added, updated, removed, kept))
for i, row in ipairs(board) do
  print(("%d. %-11s%4g tokens from %3d %s"):format(i, row.name, row.tokens, row.count,
    ("█"):rep(math.ceil(row.tokens * 30 / board[1].tokens))))
end
print(("%s%g tokens"):format(#board > 0 and "\n" or "", total))
for _, rung in ipairs(ladder) do
  print(("  [%s] %3d  %s%s"):format(total >= rung.at and "x" or " ", rung.at, rung.reward,
    total < rung.at and (", %g to go"):format(rung.at - total) or ""))
end
