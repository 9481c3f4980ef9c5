-- ends: 1 
spark.add{title = 'x', category = 'idea', at = '2026-03-01T12:00+99:99'}
