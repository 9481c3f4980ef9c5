-- ends: 0
local f = load('return add', 'x', 't', spark)
assert(type(f()) == 'function')
