-- expected: 2 [wrong-operand] ipairs(…)
for n in quest.all_nodes() do print(n) end
