-- Retag: renames, merges and drops tags of sparks in bulk. Everything else about them stays.
--
-- flint run retag.lua                                      lists the tags in use
-- flint run retag.lua -- diary=journal notebook=journal    shows what would change
-- flint run retag.lua -- --map tags.csv --apply            changes it; tags.csv has columns from and to
--
-- Nothing is changed without --apply. With it, all changes are one batch, which flint undo reverts.
-- Each tag is replaced only once, so that a=b b=a swaps two. Files named after -- may be read without a
-- permission.

local given = args.parse{
  summary = "Renames, merges and drops tags of sparks.",
  {"--map", help = "A CSV file with columns from and to; an empty to drops the tag.", optional = true},
  {"--apply", type = "flag", help = "Change the sparks; without it, only show the changes."},
  {"changes", many = true, optional = true, help = "old=new; old= drops the tag."},
}

-- The new name of each tag. Tags are stored in lower case; lower() converts a to z.
local mapping, froms = {}, {}
local function trimmed(text) return (text:match("^%s*(.-)%s*$")) end
local function add(from, to)
  from, to = trimmed(from):lower(), trimmed(to):lower()
  if from == "" then fail("expected old=new, got nothing before the =") end
  if not mapping[from] then
    mapping[from], froms[#froms + 1] = to, from
  elseif mapping[from] ~= to then
    fail(("%s is to become both %q and %q"):format(from, mapping[from], to))
  end
end
for _, change in ipairs(given.changes or {}) do
  local from, to = change:match("^(.-)=(.*)$")
  if not from then fail(("expected old=new, got %q"):format(change)) end
  add(from, to)
end
if given.map then
  for row in csv.rows(given.map) do
    if not (row.from and row.to) then fail(given.map .. ": expected the columns from and to") end
    add(row.from, row.to)
  end
end
if given.apply and #froms == 0 then fail("--apply: expected changes, such as old=new") end

local counts, sparks = {}, 0  -- of each tag that changes, or of all tags in use without changes
for s in spark.each() do
  local tags, seen, differs = {}, {}, false
  for _, tag in ipairs(s.tags) do
    local to = mapping[tag] or tag
    differs = differs or to ~= tag
    if to ~= tag or #froms == 0 then counts[tag] = (counts[tag] or 0) + 1 end
    if to ~= "" and not seen[to] then
      seen[to] = true
      tags[#tags + 1] = to
    end
  end
  if differs then
    sparks = sparks + 1
    if given.apply then assert(spark.update(s.id, {tags = tags})) end
  end
end

if #froms > 0 then
  table.sort(froms)
  for _, from in ipairs(froms) do
    local to = mapping[from] == "" and "(dropped)" or mapping[from]
    print(("%5d  %s -> %s"):format(counts[from] or 0, from, to))
  end
  print(("%d %s %s"):format(sparks, sparks == 1 and "spark" or "sparks",
    given.apply and "changed; flint undo reverts this" or "would change; --apply changes them"))
else
  local tags = {}
  for tag in pairs(counts) do tags[#tags + 1] = tag end
  table.sort(tags, function(a, b)
    if counts[a] ~= counts[b] then return counts[a] > counts[b] end
    return a < b
  end)
  print(#tags == 0 and "No spark has a tag."
    or ("%d %s in use:"):format(#tags, #tags == 1 and "tag" or "tags"))
  for _, tag in ipairs(tags) do print(("%5d  %s"):format(counts[tag], tag)) end
end
