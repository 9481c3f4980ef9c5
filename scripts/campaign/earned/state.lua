-- Prints what is derived from a profile's events as JSON.
-- ARGS: DAY (of which the missions are shown, besides today's)
local state = {profile = profile(), void = {}, missions = {}, past = {}, cards = card.collection().cards}
for v in history.each_void() do state.void[#state.void + 1] = v end
for m in mission.each() do state.missions[#state.missions + 1] = m end
for m in mission.each{day = arg[1]} do state.past[#state.past + 1] = m end
print(json.encode(state))
