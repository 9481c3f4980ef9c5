-- expected: 2 [unused-parameter] "unit"
local function shown(amount, unit) return amount .. " points" end
print(shown(5, "points"))
