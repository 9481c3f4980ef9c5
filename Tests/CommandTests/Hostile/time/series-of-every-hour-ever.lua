-- ends: 124 stopped: the time limit was reached | 126 stopped: the memory limit was reached | 1 
while true do stats.series{metric = 'sparks', by = 'day', since = '0001-01-01', before = '9999-12-31'} end
