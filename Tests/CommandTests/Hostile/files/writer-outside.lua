-- ends: 74 writing is not allowed
csv.writer('outside/new.csv', { 'a' })
