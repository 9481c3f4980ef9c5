-- ends: 124 stopped: the time limit was reached | 126 stopped: the memory limit was reached | 1 
local t = { 1 }
for _ = 1, 60 do t = { t, t } end
json.encode(t)
