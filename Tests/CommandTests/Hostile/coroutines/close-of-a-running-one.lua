-- ends: 1 cannot close a running coroutine
local co = coroutine.running()
coroutine.close(co)
