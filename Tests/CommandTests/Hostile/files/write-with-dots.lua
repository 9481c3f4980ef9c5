-- ends: 74 writing is not allowed
fs.write('inside/../outside/new', 'x')
