-- ends: 124 stopped: the time limit was reached | 126 stopped: the memory limit was reached
load(function() return ' ' end)
