-- ends: 124 stopped: the time limit was reached
while true do pcall(string.find, ("a"):rep(100000), ("a*"):rep(30) .. "b") end
