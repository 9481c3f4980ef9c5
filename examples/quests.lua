-- Two quest sets, played for an evening: available nodes, locked nodes and gates, and progress.
-- flint: --scratch --seed 5 --zone Europe/Lisbon --now 2026-05-02T22:00

local folder = arg[0]:match("^(.*/)") or ""
for _, name in ipairs{"harbour", "lighthouse"} do
  local set, unknown = quest.add(
    folder .. "data/quests/" .. name .. ".json", {at = "2026-05-02T09:00"})
  print(set.name, set.missions .. " missions", set.nodes .. " nodes")
  for key, count in pairs(unknown) do print("  ignored", key, count) end
end

-- A node that depends on others is locked, and reports what it waits for.
local locked = quest.all_nodes{set = "lighthouse", status = "locked"}[1]
local done, why = quest.complete("lighthouse/" .. locked.id)
assert(not done and why.code == "locked")
print(why.message)

-- Completes available nodes until there are none left, one every ten minutes.
local minute = 0
local function time()
  minute = minute + 10
  return string.format("2026-05-02T%02d:%02d", 10 + minute // 60, minute % 60)
end
local function play()
  local steps = 0
  while true do
    local next = quest.all_nodes{status = "available"}[1]
    if not next then return steps end
    assert(quest.complete(next.set .. "/" .. next.id, {at = time()}))
    steps = steps + 1
  end
end
print("done without help", play())

-- The rest waits for gates: levels, and gates that are opened by hand.
for g in quest.each_gate() do
  if not g.open then
    print("closed", g.type, g.requirement)
    if g.type == "level" and not g.by_hand then
      quest.set_level(tonumber(g.requirement), {at = time()})
    elseif g.by_hand then
      quest.open_gate(g.set .. "/" .. g.id, {at = time()})
    end
  end
end
print("done with keys", play())

for s in quest.each() do
  print(s.name, s.done .. "/" .. s.nodes, s.missions_complete .. " of " .. s.missions .. " missions",
    s.missions_empty .. " empty")
end

-- A node that others depend on is not reset silently.
local first = quest.all_nodes{set = "harbour"}[1]
local back, refused = quest.reset("harbour/" .. first.id)
assert(not back)
print(refused.message)
quest.reset("harbour/" .. first.id, {cascade = true})
print("after the cascade", quest.all()[1].done)

-- Finds nodes by NPC, and draws a set for Graphviz.
for n in quest.each_node{npc = "keeper"} do print(n.npc, n.title, n.zone) end
local _, lines = quest.graph("lighthouse", "dot"):gsub("\n", "")
print(lines .. " lines of DOT")
