-- ends: 124 stopped: the time limit was reached
coroutine.wrap(function() return (("a"):rep(100000)):match(("a-"):rep(20) .. "b") end)()
