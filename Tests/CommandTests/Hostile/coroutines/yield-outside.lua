-- ends: 1 attempt to yield from outside a coroutine
coroutine.yield()
