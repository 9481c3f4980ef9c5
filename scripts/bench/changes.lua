-- Records, lists or changes sparks or tasks: flint run changes.lua -- record|list|remove|edit|complete spark|task COUNT
local job, kind, count = arg[1], arg[2], tonumber(arg[3])
local start = 1735689600
local kinds = {spark = spark, task = task}

if job == "record" then
  for i = 1, count do
    local at, key = start + i * 60, kind .. i
    if kind == "spark" then
      spark.add{title = "Spark " .. i, category = "idea", at = at, key = key}
    else
      task.add{name = "Task " .. i, at = at, key = key}
    end
  end
  return
end

local ids = {}
for row in kinds[kind].each{} do ids[#ids + 1] = row.id end
assert(#ids == count, #ids)
local change = {
  list = function() end,
  remove = function(id) kinds[kind].remove(id) end,
  edit = kind == "spark" and function(id, i) spark.update(id, {title = "Changed " .. i}) end
    or function(id, i) task.update(id, {name = "Changed " .. i}) end,
  complete = function(id) task.complete(id) end,
}
local apply = change[job]
for i = 1, count do apply(ids[i], i) end
