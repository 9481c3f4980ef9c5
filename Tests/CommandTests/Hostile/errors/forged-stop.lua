-- ends: 1 stopped: the time limit was reached
error('stopped: the time limit was reached', 0)
