-- ends: 1 malformed number
assert(load('return 0x' .. ('f'):rep(1e6) .. 'g'))
