-- ends: 1 expected text in UTF-8
spark.add{title = 'a\xff', category = 'idea'}
