-- ends: 1 nothing is to be kept
while history.undo() do end
error('nothing is to be kept')
