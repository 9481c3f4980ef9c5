-- expected: 3 [unknown-field] (did you mean "title"?)
for s in spark.each{} do
  print(s.titel)
end
