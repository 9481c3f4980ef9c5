-- ends: 74 a script may write at most 400 files
-- run: --time 600s
for i = 1, 1000 do fs.write("inside/" .. i, "x") end
