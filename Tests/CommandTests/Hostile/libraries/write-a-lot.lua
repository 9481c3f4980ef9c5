-- ends: 1 stopped: the output limit was reached
while true do io.write("x", "y") io.stdout:write(("z"):rep(1000)) end
