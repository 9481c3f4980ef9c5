-- ends: 124 stopped: the time limit was reached
table.sort({ 3, 2, 1 }, function() while true do end end)
