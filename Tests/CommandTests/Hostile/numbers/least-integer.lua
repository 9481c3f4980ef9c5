-- ends: 1 
local n = math.mininteger
assert(n // -1 == n and n % -1 == 0 and -n == n)
return n // 0
