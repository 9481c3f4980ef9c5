-- ends: 1 without the character U+0000
spark.add{title = 'a\0b', category = 'idea'}
