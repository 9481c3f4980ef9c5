-- ends: 124 stopped: the time limit was reached | 126 stopped: the memory limit was reached
for i = 1, math.huge do spark.add{title = 's' .. i, category = 'idea'} end
