-- expected: 3 [impossible-comparison] is never "doen"
for t in task.each{} do
  if t.status == "doen" then print(t.name) end
end
