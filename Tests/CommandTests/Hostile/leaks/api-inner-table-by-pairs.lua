-- ends: 0
-- The pairs of a module is not the one that a script has put in its place.
local p, got = pairs, nil
pairs = function(t) got = t return next, t end
for _ in p(spark) do end
assert(got == nil)
