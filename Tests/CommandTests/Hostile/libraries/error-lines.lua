-- ends: 1 stopped: the output limit was reached
for i = 1, 1e7 do io.stderr:write(("x"):rep(100), "\n") end
