-- ends: 1 expected text in UTF-8
spark.add{title = '\u{D800}', category = 'idea'}
