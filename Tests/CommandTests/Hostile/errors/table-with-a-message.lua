-- ends: 1 told so
error({ message = 'told so', code = 'stopped' })
