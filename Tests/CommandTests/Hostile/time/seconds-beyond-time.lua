-- ends: 1 
for _, s in ipairs { 1e18, -1e18, 2^53, 1/0, -1/0, 0/0 } do assert(not pcall(os.date, '%c', s), s) end
spark.add{title = 'x', category = 'idea', at = 1e300}
