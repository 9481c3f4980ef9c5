-- ends: 126 stopped: the memory limit was reached
-- run: --time 600s
fs.write("inside/long.txt", ("x"):rep(8 << 20) .. "\n" .. ("y"):rep(100))
local held = {}
for i = 1, 100 do
  local f = fs.lines("inside/long.txt")
  f()
  held[i] = f
end
