-- ends: 1 
spark.add{['\27[2J'] = 1, title = 'x', category = 'idea'}
