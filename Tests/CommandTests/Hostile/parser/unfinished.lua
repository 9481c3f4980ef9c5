-- ends: 1 
assert(load('local x <const> = [[' .. ('x'):rep(1000)))
