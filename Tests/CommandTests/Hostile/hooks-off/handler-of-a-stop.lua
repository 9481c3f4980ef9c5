-- ends: 124 stopped: the time limit was reached
xpcall(function() while true do end end, function() while true do end end)
