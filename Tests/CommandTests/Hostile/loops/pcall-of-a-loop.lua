-- ends: 124 stopped: the time limit was reached
while true do pcall(function() while true do end end) end
