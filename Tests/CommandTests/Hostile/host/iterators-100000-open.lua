-- ends: 126 stopped: the memory limit was reached
local t = {}
for i = 1, 100000 do t[i] = spark.each() end
