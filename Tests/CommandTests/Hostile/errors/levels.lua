-- ends: 1 up there
error('up there', 1000000000)
