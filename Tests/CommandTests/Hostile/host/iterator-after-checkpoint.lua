-- ends: 0
local f = spark.each()
f()
checkpoint()
local n = 1
while f() do n = n + 1 end
assert(n == 5, n)
