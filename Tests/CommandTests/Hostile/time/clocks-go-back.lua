-- ends: 1 nothing is to be kept
spark.add{title = 'x', category = 'idea', at = '2025-10-26T02:30'}
error('nothing is to be kept')
