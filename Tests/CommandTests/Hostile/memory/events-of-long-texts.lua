-- ends: 124 stopped: the time limit was reached | 126 stopped: the memory limit was reached | 1 
for i = 1, math.huge do activity.add{kind = 'journal', text = ('x'):rep(10000)} end
