-- expected: 3 [unused-loop-variable] "t"
local open = 0
for t in task.each{} do open = open + 1 end
print(open)
