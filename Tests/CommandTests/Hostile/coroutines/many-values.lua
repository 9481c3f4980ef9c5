-- ends: 124 stopped: the time limit was reached | 1 
local co = coroutine.wrap(function(...) while true do coroutine.yield(...) end end)
local t = {}
for i = 1, 250 do t[i] = i end
co(table.unpack(t))
local function more(n, ...) if n == 0 then return ... end return more(n - 1, ..., ...) end
error(select("#", more(1e6)))
