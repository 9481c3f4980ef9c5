-- ends: 1 thread: 
error(coroutine.create(print))
