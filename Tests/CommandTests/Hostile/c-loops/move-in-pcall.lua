-- ends: 124 stopped: the time limit was reached
while true do pcall(table.move, {}, 1, math.maxinteger - 1, 1, {}) end
