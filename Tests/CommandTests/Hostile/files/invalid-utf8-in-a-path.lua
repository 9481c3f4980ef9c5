-- ends: 1 expected text in UTF-8
fs.read('inside/\xff')
