-- ends: 1 stopped: the output limit was reached
while true do pcall(print, ('flood '):rep(1000)) end
