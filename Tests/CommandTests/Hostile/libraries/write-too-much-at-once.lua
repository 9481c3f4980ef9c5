-- ends: 1 stopped: the output limit was reached
pcall(io.write, ("x"):rep(100000))
print("went on")
