-- ends: 1 
assert(load('return ' .. ('- '):rep(1e5) .. '1'))
