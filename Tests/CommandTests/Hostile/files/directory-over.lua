-- ends: 74 not a regular file
fs.write('inside/folder', 'x')
