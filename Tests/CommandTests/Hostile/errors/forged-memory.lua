-- ends: 1 not enough memory
error('not enough memory', 0)
