-- ends: 124 stopped: the time limit was reached | 1 at most 1000000 bytes, got 10000000 bytes
spark.add{title = ('x'):rep(1e7), category = 'idea'}
error('nothing is to be kept')
