-- ends: 74 not a regular file
assert(fs.read('inside'))
