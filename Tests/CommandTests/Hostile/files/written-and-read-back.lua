-- ends: 126 stopped: the memory limit was reached | 124 stopped: the time limit was reached
-- run: --time 20s
local w = csv.writer("inside/big.csv", {"a"})
local row = {("x"):rep(1 << 20)}
for i = 1, 60 do w:write(row) end
w:close()
fs.read("inside/big.csv")
