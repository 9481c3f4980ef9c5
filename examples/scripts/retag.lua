-- Retag: renames, merges and drops tags of sparks in bulk. Everything else about them stays.
--
-- flint run retag.lua                                      lists the tags in use
-- flint run retag.lua -- diary=journal notebook=journal    tells what would be changed
-- flint run retag.lua -- --map tags.csv --apply            changes it; tags.csv has columns from and to
--
-- Nothing is changed without --apply, and all of it is one batch then, which flint undo takes back. Each
-- tag is looked up once, so that a=b b=a swaps two. Files named behind -- may be read without a grant.

local given = args.parse{
  summary = "Renames, merges and drops tags of sparks.",
  {"--map", help = "A CSV file with columns from and to; an empty to drops the tag.", optional = true},
  {"--apply", type = "flag", help = "Change the sparks; without it, only tell."},
  {"changes", many = true, optional = true, help = "old=new; old= drops the tag."},
}

local function trimmed(text) return (text:match("^%s*(.-)%s*$")) end

-- Tags are kept in lower case; lower() does that to a to z. One tag cannot become two things.
local function add(mapping, from, to)
  from, to = trimmed(from):lower(), trimmed(to):lower()
  if from == "" then error("expected old=new, got nothing before the =", 0) end
  if mapping[from] and mapping[from] ~= to then
    error(("%s is to become both %q and %q"):format(from, mapping[from], to), 0)
  end
  mapping[from] = to
end

-- A spark's tags as they should be, and whether that differs.
local function changed(tags, mapping)
  local new, seen, differs = {}, {}, false
  for _, tag in ipairs(tags) do
    local to = mapping[tag] or tag
    differs = differs or to ~= tag
    if to ~= "" and not seen[to] then
      seen[to] = true
      new[#new + 1] = to
    end
  end
  return new, differs
end

-- Goes through the sparks that have one of the tags; how many change, by tag and in all.
local function retag(mapping, apply)
  local counts, sparks = {}, 0
  for s in spark.each() do
    local tags, differs = changed(s.tags, mapping)
    if differs then
      sparks = sparks + 1
      for _, tag in ipairs(s.tags) do
        if mapping[tag] and mapping[tag] ~= tag then counts[tag] = (counts[tag] or 0) + 1 end
      end
      if apply then assert(spark.update(s.id, {tags = tags})) end
    end
  end
  return sparks, counts
end

-- All tags in use, the most frequent first.
local function tags_in_use()
  local counts, tags = {}, {}
  for s in spark.each() do
    for _, tag in ipairs(s.tags) do
      if not counts[tag] then tags[#tags + 1] = tag end
      counts[tag] = (counts[tag] or 0) + 1
    end
  end
  table.sort(tags, function(a, b)
    if counts[a] ~= counts[b] then return counts[a] > counts[b] end
    return a < b
  end)
  return tags, counts
end

local mapping = {}
for _, change in ipairs(given.changes or {}) do
  local from, to = change:match("^(.-)=(.*)$")
  if not from then error(("expected old=new, got %q"):format(change), 0) end
  add(mapping, from, to)
end
if given.map then
  for row in csv.rows(given.map) do
    if not (row.from and row.to) then error(given.map .. ": expected the columns from and to", 0) end
    add(mapping, row.from, row.to)
  end
end

if next(mapping) == nil then
  local tags, counts = tags_in_use()
  print(#tags == 0 and "No spark has a tag." or ("%d %s in use:"):format(#tags, #tags == 1 and "tag" or "tags"))
  for _, tag in ipairs(tags) do print(("%5d  %s"):format(counts[tag], tag)) end
else
  local sparks, counts = retag(mapping, given.apply)
  local froms = {}
  for from in pairs(mapping) do froms[#froms + 1] = from end
  table.sort(froms)
  for _, from in ipairs(froms) do
    local to = mapping[from] == "" and "(dropped)" or mapping[from]
    print(("%5d  %s -> %s"):format(counts[from] or 0, from, to))
  end
  print(("%d %s %s"):format(sparks, sparks == 1 and "spark" or "sparks",
    given.apply and "changed; flint undo takes it back" or "would change; --apply changes them"))
end

return {add = add, changed = changed, retag = retag}  -- for retag_test.lua
