-- ends: 0
-- run: --time 600s --max-memory 64MiB
for i = 1, 1000 do csv.rows('inside/data.csv')() end
