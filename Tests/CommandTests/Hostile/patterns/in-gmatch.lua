-- ends: 124 stopped: the time limit was reached
for _ in (("a"):rep(100000)):gmatch(("a-"):rep(20) .. "b") do end
