-- ends: 74 reading is not allowed
fs.read('/proc/self/environ')
