-- ends: 1 
local t = {}
for _ = 1, 1000 do t = { t } end
json.encode(t)
