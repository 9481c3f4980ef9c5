-- ends: 124 stopped: the time limit was reached
for x = 1, math.huge do end
