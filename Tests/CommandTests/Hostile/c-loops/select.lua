-- ends: 1 
while true do select(math.mininteger, 1) end
