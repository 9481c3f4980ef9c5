-- ends: 0
progress(1, 2, '\27[2J\r')
