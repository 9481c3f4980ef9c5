-- ends: 1 error value without a message
local e = {}
e.e = e
error(e)
