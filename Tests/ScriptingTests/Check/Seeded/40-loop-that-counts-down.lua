-- expected: 3 [loop-never] add the step -1
local days = {"mon", "tue"}
for i = #days, 1 do print(days[i]) end
