-- ends: 0
assert(1 << 64 == 0 and 1 << math.mininteger == 0 and -1 >> math.maxinteger == 0)
