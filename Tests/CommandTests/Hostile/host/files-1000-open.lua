-- ends: 126 stopped: the memory limit was reached | 74 Too many open files | 1 Too many open files
local t = {}
for i = 1, 1000 do t[i] = csv.rows('inside/data.csv') t[i]() end
