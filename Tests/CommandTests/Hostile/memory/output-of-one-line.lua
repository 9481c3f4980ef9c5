-- ends: 1 stopped: the output limit was reached
print(('x'):rep(1e7))
