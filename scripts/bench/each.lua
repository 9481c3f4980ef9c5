-- Iterates over what a profile has: flint run each.lua -- spark|task|activity|history COUNT
local kinds = {spark = spark, task = task, activity = activity, history = history}
local limit, rows = tonumber(arg[2]), 0
for _ in kinds[arg[1]].each{limit = limit > 0 and limit or nil} do rows = rows + 1 end
print(rows)
