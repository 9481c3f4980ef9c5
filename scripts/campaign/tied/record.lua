-- Records the facts of a JSON file, in its order; refused facts are retried as long as others succeed.
-- ARGS: FACTS, LEFT (a file for the facts still refused at the end), STATE (a file for the state)
local facts = json.decode(fs.read(arg[1]))

local function at(fact)
  return {at = fact.at, key = fact.key, cascade = fact.cascade}
end

local ids = {}
for t in task.each() do ids[t.name] = t.id end

local kinds = {
  spark = function(f)
    return spark.add{title = f.title, category = f.category, intensity = f.intensity, at = f.at, key = f.key}
  end,
  roll = function(f) return card.roll(f.category, {at = f.at, key = f.key}) end,
  task = function(f)
    local t = task.add{name = f.name, priority = f.priority, project = f.project, at = f.at, key = f.key}
    if t then ids[f.name] = t.id end
    return t
  end,
  complete = function(f) return ids[f.name] and task.complete(ids[f.name], {at = f.at}) end,
  reopen = function(f) return ids[f.name] and task.reopen(ids[f.name], {at = f.at}) end,
  update = function(f)
    return ids[f.name] and task.update(ids[f.name], {priority = f.priority, project = f.project, at = f.at})
  end,
  project = function(f) return project.add(f.name, nil, {at = f.at}) end,
  rename = function(f) return project.update(f.name, {name = f.to, at = f.at}) end,
  remove = function(f) return project.remove(f.name, {at = f.at}) end,
  load = function(f) return quest.add(f.file, {at = f.at}) end,
  node = function(f) return quest.complete(f.node, {at = f.at}) end,
  gate = function(f) return quest.open_gate(f.gate, {at = f.at}) end,
  reset = function(f) return quest.reset(f.node, {at = f.at, cascade = f.cascade}) end,
  mood = function(f) return mood.add{mood = f.value, day = f.day, at = f.at, key = f.key} end,
  activity = function(f) return activity.add{kind = f.activity, text = f.text, at = f.at} end,
  tracker = function(f) return tracker.add{name = f.name, at = f.at} end,
  entry = function(f) return tracker.add_entry(f.tracker, {minutes = f.minutes, at = f.at}) end,
}

local left = facts
repeat
  local before = #left
  local again = {}
  for _, fact in ipairs(left) do
    local isDone, outcome = pcall(kinds[fact.kind], fact)
    if not isDone or not outcome then
      fact.why = not isDone and tostring(outcome) or nil
      again[#again + 1] = fact
    end
  end
  left = again
until #left == before or #left == 0
fs.write(arg[2], json.encode(left))
