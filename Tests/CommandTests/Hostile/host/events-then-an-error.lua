-- ends: 1 nothing is to be kept
for i = 1, 50 do spark.add{title = 's', category = 'idea'} end
fs.write('inside/new.txt', 'x')
error('nothing is to be kept')
