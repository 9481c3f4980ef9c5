-- ends: 1 this iterator has ended or was closed
local f = spark.each()
while f() do end
f()
