-- ends: 74 writing is not allowed
import.run{file = 'inside/bad.csv', format = 'sparks', rejects = 'outside/new.csv'}
