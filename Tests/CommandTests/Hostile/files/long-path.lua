-- ends: 1 
fs.read('inside/' .. ('x'):rep(1e6))
