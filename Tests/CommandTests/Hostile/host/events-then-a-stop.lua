-- ends: 124 stopped: the time limit was reached
for i = 1, 50 do spark.add{title = 's', category = 'idea'} end
while true do end
