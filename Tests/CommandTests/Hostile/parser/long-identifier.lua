-- ends: 124 stopped: the time limit was reached | 126 stopped: the memory limit was reached | 0
load(('a'):rep(1e7) .. ' = 1')
