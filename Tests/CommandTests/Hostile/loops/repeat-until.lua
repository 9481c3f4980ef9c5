-- ends: 124 stopped: the time limit was reached
repeat until false
