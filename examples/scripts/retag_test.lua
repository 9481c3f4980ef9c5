-- flint test examples/scripts

local map = (arg[0]:match("^.*/") or "") .. "testdata/tags.csv"  -- Diary becomes journal; old is dropped

test("tags are renamed, merged and dropped; everything else stays", function(t)
  local first = spark.add{title = "Read", category = "idea", notes = "Rain.", actual = 20,
    tags = {"diary", "home", "old"}}
  local second = spark.add{title = "Wrote", category = "idea", tags = {"diary", "journal"}}
  local third = spark.add{title = "Ran", category = "energy", tags = {"run"}}
  local before = {spark.get(first.id), spark.get(second.id), spark.get(third.id)}
  local points = profile().points.total

  local changes = "    2  diary -> journal\n    1  old -> (dropped)\n"
  t.eq(t.run("retag.lua", {"Diary = journal", "old="}),
    changes .. "2 sparks would change; --apply changes them\n")
  t.eq(spark.get(first.id), before[1], "nothing happens without --apply")
  t.eq(t.run("retag.lua", {"--apply", "--map", map}),
    changes .. "2 sparks changed; flint undo reverts this\n")
  before[1].tags, before[2].tags = {"home", "journal"}, {"journal"}
  for i, s in ipairs{first, second, third} do t.eq(spark.get(s.id), before[i]) end
  t.eq(profile().points.total, points)
  t.eq(t.run("retag.lua", {"--apply", "--map", map}), "    0  diary -> journal\n    0  old -> (dropped)\n"
    .. "0 sparks changed; flint undo reverts this\n", "the second time there is nothing left")
end)

test("two tags can be swapped", function(t)
  local s = spark.add{title = "Read", category = "idea", tags = {"a", "c"}}
  t.has(t.run("retag.lua", {"--apply", "a=b", "b=a"}), "1 spark changed")
  t.eq(spark.get(s.id).tags, {"b", "c"})
  t.run("retag.lua", {"--apply", "a=b", "b=a"})
  t.eq(spark.get(s.id).tags, {"a", "c"})
end)

test("invalid changes are refused", function(t)
  local function refused(text, ...)
    local given = {...}
    t.fails(function() t.run("retag.lua", given) end, text)
  end
  refused('diary is to become both "journal" and "notes"', "diary=journal", "Diary=notes")
  refused('diary is to become both "notes" and "journal"', "diary=notes", "--map", map)
  refused("nothing before the =", "=notes")
  refused('expected old=new, got "diary"', "diary")
  refused("--apply: expected changes", "--apply")
end)

test("without changes the tags in use are listed", function(t)
  t.eq(t.run("retag.lua"), "No spark has a tag.\n")
  spark.add{title = "Read", category = "idea", tags = {"quiet"}}
  t.eq(t.run("retag.lua"), "1 tag in use:\n    1  quiet\n")
  spark.add{title = "Wrote", category = "idea", tags = {"quiet", "home", "dawn"}}
  t.eq(t.run("retag.lua"), "3 tags in use:\n    2  quiet\n    1  dawn\n    1  home\n")
end)
