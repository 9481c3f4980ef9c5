-- ends: 1 
assert(load('error()', '@' .. ('x'):rep(1e6)))()
