-- ends: 1 
spark.add{title = '\u{202e}txt.exe\u{2066}', category = 'idea'}
error('\u{202e}reversed\u{2066}')
