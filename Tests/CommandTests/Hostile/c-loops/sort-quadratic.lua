-- ends: 124 stopped: the time limit was reached
-- Values made up while it sorts, so that each pivot is the worst (McIlroy 1999).
local n, solid, candidate, value, t = 60000, 0, 0, {}, {}
for i = 1, n do t[i] = i value[i] = n end
table.sort(t, function(x, y)
  if value[x] == n and value[y] == n then
    if x == candidate then value[x] = solid else value[y] = solid end
    solid = solid + 1
  end
  if value[x] == n then candidate = x elseif value[y] == n then candidate = y end
  return value[x] < value[y]
end)
while true do end
