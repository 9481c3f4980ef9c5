-- expected: 2 [wrong-operand] call it once: spark.each(…)
for s in spark.each do print(s.title) end
