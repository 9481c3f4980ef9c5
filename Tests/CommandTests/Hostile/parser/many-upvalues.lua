-- ends: 1 
local s = ''
for f = 1, 2 do
  s = s .. 'return function() '
  for i = 1, 150 do s = s .. 'local v' .. f .. '_' .. i .. ' ' end
end
s = s .. 'return function() return 0'
for f = 1, 2 do for i = 1, 150 do s = s .. '+v' .. f .. '_' .. i end end
assert(load(s .. ' end end end'))
