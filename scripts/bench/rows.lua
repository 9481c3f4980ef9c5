-- Goes through a CSV file by csv.rows, in each of its ways; prints seconds of CPU.
local path = arg[1]

local function timed(way)
  local rows, begun = 0, os.clock()
  if way == "values" then
    for line, a, b, c, d, e in csv.rows(path, {by = "values"}) do rows = rows + 1 end
  else
    for row in csv.rows(path, {by = way}) do rows = rows + 1 end
  end
  print(("%s %d %.4f s"):format(way, rows, os.clock() - begun))
end

for _, way in ipairs{"name", "position", "values"} do timed(way) end
