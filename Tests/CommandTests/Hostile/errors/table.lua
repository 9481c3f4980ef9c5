-- ends: 1 error value without a message
error({ 1, 2, 3 })
