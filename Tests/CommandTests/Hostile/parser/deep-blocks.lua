-- ends: 1 
assert(load(('do '):rep(1e5) .. ('end '):rep(1e5)))
