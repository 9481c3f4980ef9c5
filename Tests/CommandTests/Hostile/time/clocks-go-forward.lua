-- ends: 1 nothing is to be kept
spark.add{title = 'x', category = 'idea', at = '2024-03-31T02:30'}
assert(os.time{year = 2026, month = 3, day = 29, hour = 2, min = 30})
error('nothing is to be kept')
