-- ends: 124 stopped: the time limit was reached
-- run: --time 2s --max-memory 512MiB
X = {}
for i = 1, 4e6 do X[i] = "s" .. i end
while true do end
