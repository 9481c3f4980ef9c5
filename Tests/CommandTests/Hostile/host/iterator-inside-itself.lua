-- ends: 0
-- A row with an error calls on_error, which asks the same rows for more.
local rows
local refused
rows = csv.rows("inside/bad.csv", { strict = true, on_error = function() refused = not pcall(rows) end })
pcall(function() for _ in rows do end end)
