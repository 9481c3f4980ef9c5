-- ends: 74 writing is not allowed
fs.write('inside/linked/new', 'x')
