-- ends: 125 stopped: the instruction budget is spent
-- run: --time 600s --max-instructions 3000000
local s = ("a"):rep(5000)
while true do s:find(".-.-b") end
