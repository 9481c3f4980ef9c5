-- ends: 74 no ordinary file
fs.write('inside/link', 'x')
