-- ends: 124 stopped: the time limit was reached
xpcall(error, function() while true do end end)
