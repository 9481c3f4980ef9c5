-- ends: 1 nothing is to be kept
local f = spark.each()
f()
history.undo()
while f() do end
error('nothing is to be kept')
