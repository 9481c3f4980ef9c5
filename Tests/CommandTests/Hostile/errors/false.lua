-- ends: 1 false
error(false)
