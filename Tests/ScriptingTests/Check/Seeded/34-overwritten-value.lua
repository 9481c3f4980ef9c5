-- expected: 2 [unused-value] "level"
local level = profile().level
level = profile().points
print(level)
