-- ends: 1 
coroutine.wrap(function() import.run{file = 'inside/bad.csv', format = 'sparks', on_reject = coroutine.yield} end)()
error('end')
