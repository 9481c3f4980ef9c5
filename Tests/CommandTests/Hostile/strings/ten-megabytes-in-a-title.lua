-- ends: 124 stopped: the time limit was reached | 1 nothing is to be kept
spark.add{title = ('x'):rep(1e7), category = 'idea'}
error('nothing is to be kept')
