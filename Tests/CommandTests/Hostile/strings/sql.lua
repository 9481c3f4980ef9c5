-- ends: 1 
local before = spark.count()
for _, text in ipairs { "'; DROP TABLE events; --", "x' OR '1'='1", "%", "_", "\\", '"', "?1", ":name", "NULL" } do
  spark.add{title = text, category = "idea", tags = { text }}
  local found = 0
  for s in spark.each{text = text} do
    assert(s.title == text or s.title:find(text, 1, true), s.title)
    found = found + 1
  end
  assert(found >= 1, text)
  assert(spark.count{tag = text} == 1, text)
  pcall(task.add, { title = text, project = text })
  pcall(tracker.get, text)
  pcall(quest.remove, text)
end
assert(spark.count() == before + 9)
error("nothing is to be kept")
