-- ends: 0
-- run: --time 600s
for i = 1, 10000 do spark.each() end
