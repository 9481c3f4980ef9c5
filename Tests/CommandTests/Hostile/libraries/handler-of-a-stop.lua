-- ends: 124 stopped: the time limit was reached
while true do xpcall(function() while true do end end, debug.traceback) end
