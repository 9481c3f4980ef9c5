-- ends: 124 stopped: the time limit was reached | 126 stopped: the memory limit was reached
-- Each key is reached by the value of another only: collecting goes around again and again.
while true do
  local tables, key, mode = {}, {}, {}
  for i = 1, 300 do tables[i] = setmetatable({}, mode) end
  mode.__mode = "k"
  for i = 1, 3000 do
    local value = {}
    tables[i % 300 + 1][key] = value
    key = value
  end
end
