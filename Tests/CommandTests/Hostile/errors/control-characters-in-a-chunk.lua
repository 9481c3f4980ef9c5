-- ends: 1 
assert(load('error()', '@\27[2J\7'))()
