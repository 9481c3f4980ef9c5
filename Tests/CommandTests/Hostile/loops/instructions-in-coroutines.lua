-- ends: 125 stopped: the instruction budget is spent
-- run: --time 600s --max-instructions 2000000
-- A budget counted anew in each coroutine would never end.
while true do coroutine.wrap(function() for _ = 1, 900 do end end)() end
