-- ends: 74 
fs.write('inside/new\0.txt', 'x')
