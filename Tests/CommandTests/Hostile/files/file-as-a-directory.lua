-- ends: 74 not a directory
assert(fs.list('inside/data.csv'))
