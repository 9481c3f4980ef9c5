-- ends: 74 writing is not allowed
fs.write('outside/new', 'x')
