-- ends: 74 no such directory
fs.write('inside/no/new', 'x')
