-- ends: 1 forged
error({ message = 'forged', code = 'internal', status = 0 })
