-- ends: 124 stopped: the time limit was reached
while true do (("("):rep(1e6)):find("%b()") end
