-- ends: 74 not a regular file
fs.write('inside/link', 'x')
