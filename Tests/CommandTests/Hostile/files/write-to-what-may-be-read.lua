-- ends: 74 writing is not allowed
fs.write(arg[0], 'x')
