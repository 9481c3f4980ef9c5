-- flint test examples/scripts

test("tags are renamed, merged and dropped; everything else stays", function(t)
  local first = spark.add{title = "Read", category = "idea", notes = "Rain.", actual = 20,
    tags = {"diary", "home", "old"}}
  local second = spark.add{title = "Wrote", category = "idea", tags = {"diary", "journal"}}
  local third = spark.add{title = "Ran", category = "energy", tags = {"run"}}
  local before = {spark.get(first.id), spark.get(second.id), spark.get(third.id)}
  local points = profile().points.total

  local mapping = {diary = "journal", old = ""}
  local retag = require("retag")
  local sparks, counts = retag.retag(mapping, false)
  t.eq({sparks, counts}, {2, {diary = 2, old = 1}})
  t.eq(spark.get(first.id), before[1], "nothing happens without apply")

  t.eq(retag.retag(mapping, true), 2)
  before[1].tags, before[2].tags = {"home", "journal"}, {"journal"}
  for i, s in ipairs{first, second, third} do t.eq(spark.get(s.id), before[i]) end
  t.eq(profile().points.total, points)
  t.eq(retag.retag(mapping, true), 0, "the second time there is nothing left")
end)

test("two tags can be swapped, and one cannot become two things", function(t)
  local retag = require("retag")
  t.eq(retag.changed({"a", "b", "c"}, {a = "b", b = "a"}), {"b", "a", "c"})
  local mapping = {}
  retag.add(mapping, " Diary ", "journal")
  retag.add(mapping, "diary", "journal")
  t.eq(mapping, {diary = "journal"})
  t.fails(function() retag.add(mapping, "diary", "notes") end, "both")
  t.fails(function() retag.add(mapping, "", "notes") end, "nothing before the =")
end)

test("without a mapping the tags in use are listed", function(t)
  spark.add{title = "Read", category = "idea", tags = {"quiet"}}
  require("retag")
  t.eq(t.output(), "1 tag in use:\n    1  quiet\n")
end)
