-- ends: 1 attempt to yield across a C-call boundary
coroutine.wrap(function() ('abc'):gsub('.', coroutine.yield) end)()
