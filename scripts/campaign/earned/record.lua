-- Records the facts of a JSON file, in its order; refused facts are retried as long as others succeed.
-- ARGS: FACTS, LEFT (a file for the facts still refused at the end), IDS (a file for the ids of recorded facts)
local facts = json.decode(fs.read(arg[1]))
local known, ids = pcall(fs.read, arg[3])
ids = known and json.decode(ids) or {}

local function at(fact)
  return {at = fact.at, key = fact.key, cascade = fact.cascade}
end

local tasks = {}
for t in task.each() do tasks[t.name] = t.id end

local function entry(fact)
  return {
    minutes = fact.minutes, number = fact.number, text = fact.text, done = fact.done, rating = fact.rating,
    tags = fact.tags, at = fact.at, key = fact.key,
  }
end

local function id_of(fact)
  return ids[tostring(fact.of)] or error("not recorded")
end

local kinds = {
  spark = function(f)
    return spark.add{title = f.title, category = f.category, intensity = f.intensity, at = f.at, key = f.key}
  end,
  roll = function(f) return card.roll(f.category, at(f)) end,
  task = function(f)
    local t = task.add{name = f.name, priority = f.priority, project = f.project, at = f.at, key = f.key}
    if t then tasks[f.name] = t.id end
    return t
  end,
  complete = function(f) return tasks[f.name] and task.complete(tasks[f.name], at(f)) end,
  reopen = function(f) return tasks[f.name] and task.reopen(tasks[f.name], at(f)) end,
  update = function(f)
    return tasks[f.name] and task.update(tasks[f.name], {priority = f.priority, project = f.project, at = f.at})
  end,
  rename = function(f) return project.update(f.name, {name = f.to, at = f.at, key = f.key}) end,
  ["remove project"] = function(f) return project.remove(f.name, at(f)) end,
  mood = function(f) return mood.add{mood = f.value, day = f.day_rated, at = f.at, key = f.key} end,
  activity = function(f) return activity.add{kind = f.activity, text = f.text, at = f.at, key = f.key} end,
  tracker = function(f) return tracker.add{name = f.name, at = f.at, key = f.key} end,
  ["rename tracker"] = function(f) return tracker.update(f.name, {name = f.to, at = f.at}) end,
  entry = function(f) return tracker.add_entry(f.name, entry(f)) end,
  habit = function(f)
    return habit.add{name = f.name, schedule = f.schedule, goal = f.goal, at = f.at, key = f.key}
  end,
  set = function(f)
    return habit.update(f.name, {schedule = f.schedule, goal = f.goal or false, at = f.at, key = f.key})
  end,
  stop = function(f) return habit.stop(f.name, at(f)) end,
  skip = function(f) return habit.skip(f.name, clock.add_days(f.at:sub(1, 10), f.days), at(f)) end,
  pause = function(f) return habit.pause(f.name, at(f)) end,
  resume = function(f) return habit.resume(f.name, at(f)) end,
  load = function(f) return quest.add(f.file, at(f)) end,
  node = function(f) return quest.complete(f.node, at(f)) end,
  reset = function(f) return quest.reset(f.node, at(f)) end,
  level = function(f) return quest.set_level(f.level, at(f)) end,
  -- What is read on the way has to be what the fold of everything so far gives.
  look = function() return {profile(), mission.get("first-steps")} end,
  undo = function(f) return history.undo(id_of(f)) end,
  ["edit spark"] = function(f) return spark.update(id_of(f), f.changes) end,
  ["edit entry"] = function(f) return tracker.update_entry(id_of(f), f.changes) end,
  ["edit activity"] = function(f) return activity.update(id_of(f), f.changes) end,
  ["edit mood"] = function(f) return mood.update(f.day, f.changes) end,
}

local left = facts
repeat
  local before = #left
  local again = {}
  for _, fact in ipairs(left) do
    local isDone, outcome = pcall(kinds[fact.kind], fact)
    if isDone and outcome then
      if fact.fact and outcome.id then ids[tostring(fact.fact)] = outcome.id end
    else
      fact.why = not isDone and tostring(outcome) or nil
      again[#again + 1] = fact
    end
  end
  left = again
until #left == before or #left == 0
fs.write(arg[2], json.encode(left))
fs.write(arg[3], json.encode(ids))
