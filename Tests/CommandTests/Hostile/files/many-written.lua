-- ends: 74 a script may write 400 files at most
-- run: --time 600s
for i = 1, 1000 do fs.write("inside/" .. i, "x") end
