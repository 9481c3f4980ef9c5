-- ends: 74 there is no such directory
fs.write('inside/no/new', 'x')
