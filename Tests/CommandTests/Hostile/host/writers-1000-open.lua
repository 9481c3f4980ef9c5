-- ends: 1 files are open already | 74 files are open already
for i = 1, 1000 do csv.writer('inside/w' .. i, { 'a' }) end
