-- ends: 74 belongs to the profile
fs.read('inside/hard.db')
