-- ends: 1 
error(('line\n'):rep(1e5))
