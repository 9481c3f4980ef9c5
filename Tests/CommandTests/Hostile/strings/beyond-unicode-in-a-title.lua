-- ends: 1 expected text in UTF-8
spark.add{title = utf8.char(0x7FFFFFFF), category = 'idea'}
