-- ends: 124 stopped: the time limit was reached
table.move({}, 1, 1e15 // 1 | 0, 2)
