-- Prints what is derived from a profile's events as JSON.
local state = {profile = profile(), void = {}, missions = {}, cards = card.collection().cards}
for v in history.void() do state.void[#state.void + 1] = v end
for m in mission.each() do state.missions[#state.missions + 1] = m end
print(json.encode(state))
