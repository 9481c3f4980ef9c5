-- ends: 74 
assert(fs.read('inside/data.csv\0.txt'))
