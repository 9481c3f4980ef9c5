-- ends: 1 
assert(load('return ' .. ('{'):rep(1e5) .. ('}'):rep(1e5)))
