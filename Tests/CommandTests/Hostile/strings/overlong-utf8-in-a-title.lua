-- ends: 1 expected text in UTF-8
spark.add{title = '\xc0\xaf', category = 'idea'}
