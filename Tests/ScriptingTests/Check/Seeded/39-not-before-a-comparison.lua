-- expected: 3 [precedence] not applies to
local mode = arg[1]
if not mode == "weekly" then print("no weekly review") end
