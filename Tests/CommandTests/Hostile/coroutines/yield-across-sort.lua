-- ends: 1 attempt to yield across a C-call boundary
coroutine.wrap(function() table.sort({ 3, 2, 1 }, coroutine.yield) end)()
