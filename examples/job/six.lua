local points = 0
for s in spark.each{since = "-7d"} do
  print(s.day, s.title, s.points)
  points = points + s.points
end
print("points in seven days:", points)
