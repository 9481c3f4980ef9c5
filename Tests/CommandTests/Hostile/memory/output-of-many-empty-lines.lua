-- ends: 1 stopped: the output limit was reached
while true do print() end
