-- ends: 124 stopped: the time limit was reached
return ("abc"):gsub(".", function() while true do end end)
