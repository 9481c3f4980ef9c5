-- ends: 74 belongs to the profile
fs.write('inside/hard.db', 'x')
