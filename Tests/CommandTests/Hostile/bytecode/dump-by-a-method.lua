-- ends: 1 attempt to call a nil value
return (''):dump()
