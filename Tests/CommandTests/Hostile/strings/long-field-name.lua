-- ends: 1 unknown field
spark.add{[('x'):rep(1e6)] = 1, title = 'x', category = 'idea'}
