-- ends: 1 error value is nil
error()
