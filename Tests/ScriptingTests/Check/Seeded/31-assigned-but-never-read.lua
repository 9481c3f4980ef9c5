-- expected: 2 [unused-local] assigned, but never read
local count = 0
for s in spark.each{} do
  count = s.points
end
