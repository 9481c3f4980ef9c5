-- ends: 1 this iterator has ended or was closed
local f, s, v, c = spark.each()
for _ in f, s, v, c do break end
f()
