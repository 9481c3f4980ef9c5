-- ends: 0
local f, _, _, c = spark.each()
local co = coroutine.create(function() local x <close> = c coroutine.yield(f()) end)
coroutine.resume(co)
coroutine.close(co)
assert(not pcall(f))
