-- ends: 126 stopped: the memory limit was reached
while true do pcall(string.rep, 'x', 1 << 40) end
