-- ends: 124 stopped: the time limit was reached
while true do debug.traceback("x") end
