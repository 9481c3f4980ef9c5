-- ends: 0
local n = 0
for i = math.maxinteger - 2, math.maxinteger do n = n + 1 end
for i = math.mininteger + 2, math.mininteger, -1 do n = n + 1 end
assert(n == 6)
