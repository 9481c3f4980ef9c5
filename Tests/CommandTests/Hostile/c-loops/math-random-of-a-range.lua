-- ends: 124 stopped: the time limit was reached
while true do math.random(math.mininteger, math.maxinteger) end
