-- ends: 1 
error(('x'):rep(2e7))
