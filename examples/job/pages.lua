local pages = {}

--- The entry of a row; nil and a reason if the row has no number of pages.
function pages.entry(row)
  local number = tonumber(row.pages)
  if not number then return nil, "no number: " .. row.pages end
  local at = row.day .. "T21:00"
  return {number = number, title = row.title, at = at, key = at .. row.title}
end

return pages
