-- ends: 1 
assert(fs.read('inside/' .. ('x'):rep(1e6)))
