-- ends: 124 stopped: the time limit was reached
while true do xpcall(error, function() while true do pcall(error) end end) end
