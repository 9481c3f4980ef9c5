-- ends: 1 
assert(load('return 1' .. ('^1'):rep(1e5)))
