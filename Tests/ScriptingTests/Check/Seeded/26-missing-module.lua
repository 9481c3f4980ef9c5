-- expected: 2 [missing-module] module "streaks"
local streaks = require("streaks")
print(streaks.longest())
