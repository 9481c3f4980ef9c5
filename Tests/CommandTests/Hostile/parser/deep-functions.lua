-- ends: 1 
assert(load(('return function() '):rep(1e4) .. ('end '):rep(1e4)))
