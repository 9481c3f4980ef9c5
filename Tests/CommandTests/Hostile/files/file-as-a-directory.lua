-- ends: 74 not a directory
fs.list('inside/data.csv')
