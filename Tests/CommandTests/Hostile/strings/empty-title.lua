-- ends: 1 
spark.add{title = '', category = 'idea'}
