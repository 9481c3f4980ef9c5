-- Reads a CSV file by csv.rows, in each of its modes; prints seconds of CPU.
local path = arg[1]

local function timed(mode)
  local rows, start = 0, os.clock()
  if mode == "values" then
    for line, a, b, c, d, e in csv.rows(path, {by = "values"}) do rows = rows + 1 end
  else
    for row in csv.rows(path, {by = mode}) do rows = rows + 1 end
  end
  print(("%s %d %.4f s"):format(mode, rows, os.clock() - start))
end

for _, mode in ipairs{"name", "position", "values"} do timed(mode) end
