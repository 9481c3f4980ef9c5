-- A mapping from the runs of a watch to entries of the tracker "Running". To try it:
--   flint import --dry-run --map examples/mappings/runs.lua examples/mappings/runs.csv

-- Returns the minutes of a duration such as 00:34:10, rounded down.
local function minutes(text)
  local hours, rest = text:match("^(%d+):(%d%d):%d%d$")
  if not hours then return nil, "expected a time such as 00:34:10, got \"" .. text .. "\"" end
  return tonumber(hours) * 60 + tonumber(rest)
end

return {
  kind = "entry",
  dates = "dmy",
  decimal = ",",
  id = "Session",
  columns = {
    tracker = {value = "Running"},
    at = "Started",
    minutes = function(row) return minutes(row.Time) end,
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
