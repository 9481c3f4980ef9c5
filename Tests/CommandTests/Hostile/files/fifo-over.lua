-- ends: 74 no ordinary file
fs.write('inside/fifo', 'x')
