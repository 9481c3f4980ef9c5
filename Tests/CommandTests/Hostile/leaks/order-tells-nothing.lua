-- ends: 0
-- Tables keyed by objects come in the order in which these were first seen.
local a, b, c = {}, {}, {}
local t = { [c] = 3, [a] = 1, [b] = 2 }
local order = {}
tostring(a) tostring(b) tostring(c)
for _, n in pairs(t) do order[#order + 1] = n end
assert(table.concat(order) == "123")
