-- ends: 74 reading is not allowed
fs.read('/etc/passwd')
