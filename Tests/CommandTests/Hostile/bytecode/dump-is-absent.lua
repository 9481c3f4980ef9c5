-- ends: 1 attempt to call a nil value
return string.dump(print)
