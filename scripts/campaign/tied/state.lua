-- Prints everything derived from a profile's events as JSON.
local state = {profile = profile(), cards = card.collection().cards, void = {}, tasks = {}, moods = {}}
for v in history.each_void() do state.void[#state.void + 1] = v end
for t in task.each{order = "name"} do state.tasks[#state.tasks + 1] = t end
for m in mood.each() do state.moods[#state.moods + 1] = m end
state.nodes = quest.all_nodes()
state.gates = quest.all_gates()
state.trackers, state.projects, state.missions = {}, {}, {}
for t in tracker.each() do state.trackers[#state.trackers + 1] = {t, tracker.stats(t.id)} end
for p in project.each() do state.projects[#state.projects + 1] = p end
for m in mission.each() do state.missions[#state.missions + 1] = m end
print(json.encode(state))
