-- ends: 1 only "count" is available
collectgarbage('step', math.maxinteger)
