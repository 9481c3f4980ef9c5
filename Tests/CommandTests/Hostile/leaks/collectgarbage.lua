-- ends: 1 only "count" is available
collectgarbage('stop')
