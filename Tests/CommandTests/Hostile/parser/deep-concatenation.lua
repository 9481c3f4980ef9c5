-- ends: 1 
assert(load('return "a"' .. (' .. "a"'):rep(1e5)))
