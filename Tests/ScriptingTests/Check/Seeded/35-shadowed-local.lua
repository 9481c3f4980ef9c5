-- expected: 4 [shadowed-local] line 2
local total = 0
for s in spark.each{} do
  local total = s.points + 1
  print(total)
end
print(total)
