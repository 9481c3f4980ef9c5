-- expected: 3 [wrong-argument] argument 1 "id": expected string, got table
local t = task.add{name = "Water the plants"}
task.complete(t)
