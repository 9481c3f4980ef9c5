-- A mapping from the runs of a watch to entries of the tracker "Running". To try it:
--   flint import --dry-run --map examples/mappings/runs.lua examples/mappings/runs.csv

return {
  kind = "entry",
  dates = "dmy",
  decimal = ",",
  id = "Session",
  columns = {
    tracker = {value = "Running"},
    at = "Started",
    minutes = "Time",
    title = "Where",
    notes = "Remarks",
    tags = function(row)
      local far = tonumber((row["Distance (km)"]:gsub(",", ".")))
      return {far >= 8 and "long" or "short", row.Where}
    end,
    values = {Distance = "Distance (km)", Feeling = "Feeling"},
  },
  fields = {Distance = "number", Feeling = "number"},
  skip = function(row) return row.Time == "" and "no run" end,
}
