-- ends: 74 reading is not allowed | 74 no such file
assert(fs.read('/proc/self/cwd/outside/secret'))
