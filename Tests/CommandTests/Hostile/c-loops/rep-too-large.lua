-- ends: 1 resulting string too large
return string.rep('xy', math.maxinteger)
