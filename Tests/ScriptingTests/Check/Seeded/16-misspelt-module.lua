-- expected: 2 [undefined-global] (did you mean "spark"?)
for s in sparks.each{} do print(s.title) end
