-- expected: 2 [wrong-operand] ipairs(…)
for n in quest.nodes() do print(n) end
