-- ends: 0
local f = spark.each()
local n = 0
for i = 1, 5 do coroutine.wrap(function() assert(f()) n = n + 1 end)() end
assert(n == 5)
local co = coroutine.create(function() for s in spark.each() do coroutine.yield(s) end end)
coroutine.resume(co) coroutine.resume(co)
coroutine.close(co)
